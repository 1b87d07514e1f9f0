/** Validates printable text, such as a name, a reference or an account number. */

/**
 * Pattern of text without control characters (C0, C1), line and paragraph separators, and Unicode Bidi_Control characters. As the
 * OpenAPI document contains the pattern, it uses only code points that every regular expression engine accepts.
 */
export const PRINTABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that it refuses
  /^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$/;

/** A visible character: not a space, a filler, or a character without width. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Pattern for required text in JSON Schemas: printable text with a visible character. Contains only code points up to U+FFFF,
 * because every regular expression engine accepts these code points.
 */
export const VISIBLE_TEXT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that it refuses
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each code point stands for itself
  /^[\u0020\u00a0\u00ad\u034f\u115f-\u1160\u1680\u17b4-\u17b5\u180b-\u180f\u2000-\u200d\u202f\u205f-\u2065\u206a-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8]*[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u0020\u00a0\u00ad\u034f\u115f-\u1160\u1680\u17b4-\u17b5\u180b-\u180f\u2000-\u200d\u202f\u205f-\u2065\u206a-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8][^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$/;

/** Returns true for text without a visible character. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
