/** Patterns of the document that say more in words than as regular expressions. */
import { PRINTABLE } from '#shared/values/printable-text';

/** Length up to which a pattern stands in the sentence. */
const SHORT_PATTERN = 60;

/** A pattern in words, or the pattern itself. */
export interface PatternWords {
  /** Markdown. */
  readonly text: string;
  /** The regular expression, where the words are no more than its name. */
  readonly pattern?: string;
  /** True where the words settle the length. */
  readonly hasLength?: boolean;
}

/** Puts a pattern into words. @param format name of the format beside it, which says most of it */
export function patternWords(pattern: string, format: string | undefined): PatternWords {
  if (pattern === PRINTABLE.source) return { text: 'no control characters' };
  if (isVisibleText(pattern)) return { text: 'not blank, no control characters' };
  if (pattern === '\\S') return { text: 'not blank' };
  const digits = /^\^\[0-9\]\{(\d+)\}\$$/.exec(pattern)?.[1];
  if (digits !== undefined) return { text: `${digits} digits`, hasLength: true };
  const capitals = /^\^\[A-Z\]\{(\d+)\}\$$/.exec(pattern)?.[1];
  if (capitals !== undefined) return { text: `${capitals} capital letters`, hasLength: true };
  if (pattern === '^(?:19|20)') return { text: 'from 1900 on' };
  if (pattern.length <= SHORT_PATTERN) return { text: `matches \`${pattern}\`` };
  return { text: format === undefined ? 'of this pattern' : `${format}, of this pattern`, pattern };
}

/** Recognizes printable text with a visible character: the refused characters stand in it twice, at its end too. */
function isVisibleText(pattern: string): boolean {
  const refused = PRINTABLE.source.slice('^'.length);
  return pattern.endsWith(refused) && pattern.length > refused.length + '^'.length;
}
