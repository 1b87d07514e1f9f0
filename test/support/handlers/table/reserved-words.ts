/** Words that an expression must write as a placeholder. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set();
