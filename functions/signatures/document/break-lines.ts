import type { StandardFontEmbedder } from '@cantoo/pdf-lib';

/** A font by what lines are broken with. */
export interface Measured {
  readonly metrics: Pick<StandardFontEmbedder, 'widthOfTextAtSize'>;
  /** Those that it has, by code point. */
  readonly characters: ReadonlySet<number>;
}

/** In points. */
interface Room {
  readonly size: number;
  readonly within: number;
}

/**
 * Lines that stay within a width; a word that is wider itself is broken wherever it has to be. Each word is
 * measured once, in thousandths of the size: these are whole numbers, so that sums are those of whole lines.
 */
export function breakLines(text: string, { metrics, characters }: Measured, { size, within }: Room): string[] {
  const measure = (piece: string) => metrics.widthOfTextAtSize(piece, 1000);
  const fits = (width: number) => width * (size / 1000) <= within;
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const word of inCharacterSet(text, characters).split(' ')) {
    const own = measure(word);
    const joined = line === '' ? own : width + spaceBetween(line, word, measure) + own;
    if (fits(joined)) {
      line = line === '' ? word : `${line} ${word}`;
      width = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    const parts = fits(own) ? [word] : breakWord(word, (part) => fits(measure(part)));
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? '';
    width = measure(line);
  }
  return [...lines, line];
}

/** A space, nearer to some letters than to others. */
function spaceBetween(line: string, word: string, measure: (piece: string) => number): number {
  const [last, first] = [line.slice(-1), word.slice(0, 1)];
  return measure(`${last} ${first}`) - measure(last) - measure(first);
}

function breakWord(word: string, fits: (part: string) => boolean): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (!fits(part + character)) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

/**
 * Text in the characters of a PDF's standard fonts (WinAnsi, some 220 of them). A letter with a mark that they
 * lack loses the mark; any other character is written as its code point, so that no name is shortened silently.
 */
export function inCharacterSet(text: string, characters: ReadonlySet<number>): string {
  return [...text.normalize('NFC')].map((character) => nearest(character, characters)).join('');
}

function nearest(character: string, characters: ReadonlySet<number>): string {
  const has = (one: string) => characters.has(one.codePointAt(0) ?? 0);
  if (has(character)) return character;
  if (/\s/u.test(character)) return ' ';
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '');
  if (bare !== '' && [...bare].every(has)) return bare;
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
