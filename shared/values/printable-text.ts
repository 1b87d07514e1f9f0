/** Text that a person reads: a name, a reference, an account number. */

/**
 * Text of any length without control characters (C0, C1), line and paragraph separators, and the characters that
 * turn the direction of writing (Unicode Bidi_Control). Written as code points, so that every regular expression
 * engine that reads the API document takes it.
 */
export const PRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that it refuses
  /^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$/;

/** A character that leaves a mark on paper; spaces, fillers and characters without width do not. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text shows nothing to its reader. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
