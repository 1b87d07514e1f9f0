/**
 * Characters that documents can show, by the fonts that lie next to the functions that make them. The ranges are generated
 * from the fonts (`npm run docs`), so that what cannot be shown is refused where it is entered, without loading a font.
 */
import ranges from './document-characters.json';

/** The fonts, the first one that has a character before the others. */
const scriptFonts = ['sans', 'arabic', 'hebrew', 'thai', 'han', 'hangul'] as const satisfies (keyof typeof ranges)[];
export type ScriptFont = (typeof scriptFonts)[number];

/** Starts and ends (exclusive) of a font's ranges, in turn, in the order of code points. */
const decoded = new Map<ScriptFont, readonly number[]>();

/** Letters with their marks: a letter whose mark comes from another font would be drawn next to it. */
let graphemes: Intl.Segmenter | undefined;

/** Latin letters, digits and punctuation, each without marks of its own. */
const LATIN = /^[\x20-\x7e\xa0-\u02ff]*$/;

/** The parts of a text that are drawn as one each. A segmenter takes 5 ms to make, so Latin text is split without one. */
export function splitGraphemes(text: string): string[] {
  if (LATIN.test(text)) return [...text];
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return [...graphemes.segment(text)].map(({ segment }) => segment);
}

/**
 * The font that has a letter with all its marks; `undefined` if documents cannot show it.
 * @param preferred name of the font to use if it has them.
 * @default the first one that has them
 */
export function fontFor(grapheme: string, preferred?: string): ScriptFont | undefined {
  const hasAll = (font: ScriptFont) => [...grapheme].every((character) => hasCharacter(font, character));
  return scriptFonts.find((font) => font === preferred && hasAll(font)) ?? scriptFonts.find(hasAll);
}

/** The first letter, with its marks, that documents cannot show. */
export function findUnshownCharacter(text: string): string | undefined {
  return splitGraphemes(text.normalize('NFC')).find((grapheme) => fontFor(grapheme) === undefined);
}

/** The code points of a text as they are written in tables of Unicode, such as `U+0141`. */
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
  // An odd number of bounds at or before it: a range has begun and not ended.
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
