/** U+FFFD, the replacement character for bytes that are not valid UTF-8. */
const REPLACEMENT = '\ufffd';

/** Returns false if the text contains a lone surrogate or U+FFFD. */
export function isValidUnicode(text: string): boolean {
  return text.isWellFormed() && !text.includes(REPLACEMENT);
}
