/**
 * Characters that the fonts of our PDF documents contain. `npm run docs` generates the list of their ranges from the fonts. With
 * this list, input validation refuses other characters without loading a font.
 */
import ranges from './document-characters.json';

/** Fonts in order of preference. */
const scriptFonts = ['sans', 'arabic', 'hebrew', 'thai', 'han', 'hangul'] as const satisfies (keyof typeof ranges)[];
export type ScriptFont = (typeof scriptFonts)[number];

/** Start and end (exclusive) of each range of a font, as one flat list in the order of code points. */
const decoded = new Map<ScriptFont, readonly number[]>();

/** Splits text into letters with their marks. A mark in another font would appear next to its letter, not on it. */
let graphemes: Intl.Segmenter | undefined;

/** Latin letters, digits and punctuation without combining marks. */
const LATIN = /^[\x20-\x7e\xa0-\u02ff]*$/;

/** Splits text into graphemes. Creating a segmenter takes 5 ms, so Latin text is split without a segmenter. */
export function splitGraphemes(text: string): string[] {
  if (LATIN.test(text)) return [...text];
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return [...graphemes.segment(text)].map(({ segment }) => segment);
}

/** Returns `preferred` if this font contains a letter and all its marks, otherwise the first font that contains them, if any. */
export function fontFor(grapheme: string, preferred?: string): ScriptFont | undefined {
  const hasAll = (font: ScriptFont) => [...grapheme].every((character) => hasCharacter(font, character));
  return scriptFonts.find((font) => font === preferred && hasAll(font)) ?? scriptFonts.find(hasAll);
}

/** Returns the first grapheme that documents cannot show. */
export function findUnshownCharacter(text: string): string | undefined {
  return splitGraphemes(text.normalize('NFC')).find((grapheme) => fontFor(grapheme) === undefined);
}

/** Returns the code points of a text in Unicode notation, such as `U+0141`. */
export function codePoints(text: string): string {
  return [...text].map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(' ');
}

function hasCharacter(font: ScriptFont, character: string): boolean {
  const bounds = decoded.get(font) ?? decode(font);
  const code = character.codePointAt(0) ?? 0;
  let [from, to] = [0, bounds.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((bounds[middle] ?? 0) <= code) from = middle + 1;
    else to = middle;
  }
  // `from` is the number of range limits at or before the code point. If it is odd, the code point is inside a range.
  return from % 2 === 1;
}

function decode(font: ScriptFont): readonly number[] {
  let bound = 0;
  const bounds = ranges[font].split(' ').map((step) => {
    bound += Number.parseInt(step, 36);
    return bound;
  });
  decoded.set(font, bounds);
  return bounds;
}
