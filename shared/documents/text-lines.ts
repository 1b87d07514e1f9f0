/** Splits text into lines and runs. A run has one font and one direction; runs are in visual order. */
import bidiFactory from 'bidi-js';
import { codePoints, fontFor, type ScriptFont, splitGraphemes } from '#shared/values/document-characters';
import type { Glyph, Shaper } from './harfbuzz';

const bidi = bidiFactory();

export type DocumentFont = ScriptFont | 'sans-bold' | 'sans-italic';

export type Face = 'regular' | 'bold' | 'italic';

/** Fonts of Latin, Greek and Cyrillic letters by face. Other scripts have only one face. */
const sans: Readonly<Record<Face, DocumentFont>> = { regular: 'sans', bold: 'sans-bold', italic: 'sans-italic' };

/** Adjacent glyphs of one font and one direction, from left to right. */
export interface Run {
  readonly font: DocumentFont;
  readonly text: string;
  readonly glyphs: readonly Glyph[];
  /** Embedding level of the Unicode Bidirectional Algorithm. An odd level means text from right to left. */
  readonly level: number;
  /**
   * Original character, if no font contains it and the run shows its code point (`‹U+1F600›`) instead. If this notation spans
   * several runs, `insteadOf` is an empty string in all runs except the first. PDF readers then extract the character only once.
   */
  readonly insteadOf: string | undefined;
}

interface Layout {
  readonly face: Face;
  /** Points. */
  readonly size: number;
  /** Maximum width of a line, in points. */
  readonly within: number;
  readonly shaperFor: (font: DocumentFont) => Shaper;
}

/** Breaks a text into lines, preferably at spaces. Shows a character that no font contains as its code point: `‹U+1F600›`. */
export function breakIntoLines(text: string, { face, size, within, shaperFor }: Layout): (readonly Run[])[] {
  const parts = withFonts(text.normalize('NFC').replace(/\s+/gu, ' ').trim(), face);
  const shape = (some: readonly Part[]) => toRuns(some, shaperFor);
  const measure = (some: readonly Part[]) => (widthOf(shape(some)) * size) / 1000;
  const lines: Part[][] = [];
  let line: Part[] = [];
  let width = 0;
  for (const word of splitWords(parts)) {
    // Each word is measured once, separately. Shaping the whole line after every word would take about twelve times as long.
    const space = word.at(-1)?.text === ' ' ? word.pop() : undefined;
    let wordWidth = measure(word);
    if (line.length > 0 && width + wordWidth > within) {
      lines.push(line);
      line = [];
      width = 0;
    }
    while (word.length > 1 && wordWidth > within) {
      // To find the end of the line, each letter is measured separately. A word of 1,000 letters is then shaped as a whole only a
      // few times instead of 1,000 times.
      let before = 0;
      const end = word.findIndex((part) => {
        before += measure([part]);
        return before > within;
      });
      lines.push(word.splice(0, Math.max(1, end === -1 ? word.length - 1 : end)));
      wordWidth = measure(word);
    }
    // The space at a line break remains at the end of its line, so that PDF readers extract it.
    const all = space === undefined ? word : [...word, space];
    for (const one of all) line.push(one);
    width += wordWidth + (space === undefined ? 0 : measure([space]));
  }
  return [...lines, line].map((some) => inVisualOrder(shape(some)));
}

/** Returns the width of runs, in thousandths of the font size. */
export function widthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { glyphs }) => sum + glyphs.reduce((width, { advance }) => width + advance, 0), 0);
}

/** A letter with its combining marks, or one character of a code point notation (`‹U+1F600›`), with font and direction. */
interface Part {
  readonly text: string;
  readonly font: DocumentFont;
  readonly level: number;
  readonly insteadOf: string | undefined;
}

/** Splits a text into parts with fonts, in reading order. */
function withFonts(text: string, face: Face): Part[] {
  const shown = splitGraphemes(text).flatMap((grapheme): Pick<Part, 'text' | 'insteadOf'>[] => {
    if (fontFor(grapheme) !== undefined) return [{ text: grapheme, insteadOf: undefined }];
    return [...`‹${codePoints(grapheme)}›`].map((character) => ({ text: character, insteadOf: grapheme }));
  });
  const { levels } = bidi.getEmbeddingLevels(shown.map((part) => part.text).join(''));
  const parts: Part[] = [];
  let index = 0;
  for (const part of shown) {
    const level = levels[index] ?? 0;
    const before = parts.at(-1);
    // Characters that scripts share, such as spaces, use the font of the preceding character: PDF readers extract a run of one
    // font as one text.
    const goesOn = before !== undefined && before.level === level && COMMON.test(part.text);
    const script = fontFor(part.text, goesOn ? before.font : undefined) ?? 'sans';
    parts.push({ ...part, level, font: script === 'sans' ? sans[face] : script });
    index += part.text.length;
  }
  return parts;
}

/** Characters that several scripts share, such as spaces and punctuation. Combining marks are not included. */
const COMMON = /^[\p{Script=Common}]+$/u;

/** Splits parts into words; each word includes the space after it. */
function splitWords(parts: readonly Part[]): Part[][] {
  const words: Part[][] = [];
  let word: Part[] = [];
  for (const part of parts) {
    word.push(part);
    if (part.text !== ' ') continue;
    words.push(word);
    word = [];
  }
  return word.length === 0 ? words : [...words, word];
}

/** Joins adjacent parts with equal font and direction into runs. Each run is shaped as a whole. */
function toRuns(parts: readonly Part[], shaperFor: Layout['shaperFor']): Run[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    // Each `‹` begins a new run: two adjacent code points are two characters, even if they are equal.
    const begins = part.insteadOf !== undefined && part.text === '‹';
    const goesOn =
      !begins && last?.font === part.font && last.level === part.level && last.insteadOf === part.insteadOf;
    if (last !== undefined && goesOn) joined[joined.length - 1] = { ...last, text: last.text + part.text };
    else joined.push(part);
  }
  return joined.map((part) => {
    const direction = part.level % 2 === 0 ? 'ltr' : 'rtl';
    const insteadOf = part.insteadOf === undefined || part.text.startsWith('‹') ? part.insteadOf : '';
    return { ...part, insteadOf, glyphs: shaperFor(part.font).shape(part.text, direction) };
  });
}

/** Puts the runs of a line into visual order (rule L2 of UAX #9). The glyphs within a run are already in visual order. */
function inVisualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while ((ordered[to]?.level ?? -1) >= level) to += 1;
      ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed());
      from = Math.max(from, to);
    }
  }
  return ordered;
}
