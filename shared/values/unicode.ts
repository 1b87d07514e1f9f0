/** U+FFFD, which stands for bytes that were not UTF-8. */
const REPLACEMENT = '\ufffd';

/** True for text whose characters are all known: no half of a pair (lone surrogate), and nothing that decoding replaced. */
export function isValidUnicode(text: string): boolean {
  return text.isWellFormed() && !text.includes(REPLACEMENT);
}
