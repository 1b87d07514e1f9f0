/** Text as lines of runs, each of one font and one direction, in visual order. */
import bidiFactory from 'bidi-js';
import { codePoints, fontFor, type ScriptFont, splitGraphemes } from '#shared/values/document-characters';
import type { Glyph, Shaper } from './harfbuzz';

const bidi = bidiFactory();

export type DocumentFont = ScriptFont | 'sans-bold' | 'sans-italic';

export type Face = 'regular' | 'bold' | 'italic';

/** The font of Latin, Greek and Cyrillic letters by face; other scripts have one face alone. */
const sans: Readonly<Record<Face, DocumentFont>> = { regular: 'sans', bold: 'sans-bold', italic: 'sans-italic' };

/** Glyphs side by side from the left, of one font and one direction. */
export interface Run {
  readonly font: DocumentFont;
  readonly text: string;
  readonly glyphs: readonly Glyph[];
  /** Level of the Unicode Bidirectional Algorithm: odd where it reads from right to left. */
  readonly level: number;
  /**
   * The text for which this run stands, if no font has it and its code points are shown; empty in the parts after the first
   * of code points that are broken apart, so that a reader extracts the text once.
   */
  readonly insteadOf: string | undefined;
}

interface Layout {
  readonly face: Face;
  /** Points. */
  readonly size: number;
  /** Longest line, in points. */
  readonly within: number;
  readonly shaperFor: (font: DocumentFont) => Shaper;
}

/**
 * Breaks a text into lines, at spaces if it can. A character that no font has stands there as its code point in
 * angle quotation marks, never as another character: `‹U+1F600›`.
 */
export function breakIntoLines(text: string, { face, size, within, shaperFor }: Layout): (readonly Run[])[] {
  const parts = withFonts(text.normalize('NFC').replace(/\s+/gu, ' ').trim(), face);
  const shape = (some: readonly Part[]) => toRuns(some, shaperFor);
  const measure = (some: readonly Part[]) => (widthOf(shape(some)) * size) / 1000;
  const lines: Part[][] = [];
  let line: Part[] = [];
  let width = 0;
  for (const word of splitWords(parts)) {
    // Each word is measured by itself, once: a line that is shaped with each of its words is shaped a dozen times.
    const space = word.at(-1)?.text === ' ' ? word.pop() : undefined;
    let wordWidth = measure(word);
    if (line.length > 0 && width + wordWidth > within) {
      lines.push(line);
      line = [];
      width = 0;
    }
    while (word.length > 1 && wordWidth > within) {
      // Each letter is measured by itself: a word of a thousand letters is shaped a few times and not a thousand.
      let before = 0;
      const end = word.findIndex((part) => {
        before += measure([part]);
        return before > within;
      });
      lines.push(word.splice(0, Math.max(1, end === -1 ? word.length - 1 : end)));
      wordWidth = measure(word);
    }
    // A space that a line is broken at stays at its end, for readers that take the text out again.
    const all = space === undefined ? word : [...word, space];
    for (const one of all) line.push(one);
    width += wordWidth + (space === undefined ? 0 : measure([space]));
  }
  return [...lines, line].map((some) => inVisualOrder(shape(some)));
}

/** Width of runs in thousandths of the size. */
export function widthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { glyphs }) => sum + glyphs.reduce((width, { advance }) => width + advance, 0), 0);
}

/** A letter with its marks, or the code point of one, and how it is drawn. */
interface Part {
  readonly text: string;
  readonly font: DocumentFont;
  readonly level: number;
  readonly insteadOf: string | undefined;
}

/** The parts of a text in the order of reading. */
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
    // Characters of all scripts, such as a space, take the font around them: readers take a run of one font as one text.
    const goesOn = before !== undefined && before.level === level && COMMON.test(part.text);
    const script = fontFor(part.text, goesOn ? before.font : undefined) ?? 'sans';
    parts.push({ ...part, level, font: script === 'sans' ? sans[face] : script });
    index += part.text.length;
  }
  return parts;
}

/** Characters without a specific script, without those that are joined to letters. */
const COMMON = /^[\p{Script=Common}]+$/u;

/** Words, each with the space after it. */
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

/** Joins adjacent parts of one font and direction into runs, which are shaped together. */
function toRuns(parts: readonly Part[], shaperFor: Layout['shaperFor']): Run[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    // Two numbers side by side are two characters, even if they are the same one.
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

/** Reverses text that reads from right to left: rule L2 of UAX #9. Within a run, the glyphs are in their order already. */
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
