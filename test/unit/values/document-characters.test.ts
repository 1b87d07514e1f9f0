import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoints, findUnshownCharacter, fontFor, splitGraphemes } from '#shared/values/document-characters';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Random characters: mostly Latin letters, sometimes a combining character, a line break, an emoji or a Hangul syllable. */
const character = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 0x20, max: 0x2ff }).map((code) => String.fromCodePoint(code)) },
  { weight: 1, arbitrary: fc.constantFrom('\u0301', '\u200d', '\r', '\n', '😀', '김') },
);

it('letters with their marks are split as Unicode says, Latin text as any other', () => {
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 30 }), (text) => {
      expect(splitGraphemes(text)).toEqual([...segmenter.segment(text)].map(({ segment }) => segment));
    }),
    { numRuns: 2000 },
  );
});

describe('the characters that documents can show', () => {
  it.each([
    'Łukasz Đorđević Ωμέγα 王小明 ć',
    'Nguyễn Thị Ánh Tuyết Đặng',
    'Иван Щербаков Ђорђе Її',
    'محمد بن علي الأنصاري',
    'דוד בן־גוריון',
    'สมชาย น้ำใจ',
    'कृष्ण त्रिपाठी',
    'さくら・サクラ 髙﨑',
    '김민준',
    'n\u0308 ẹ\u0301 O\u0323\u0300',
    "O'Brien-Ñúñez, Jr. (ACME № 5) & Co. “x” ’ʼ €",
    '',
  ])('have %j whole', (name) => {
    expect(findUnshownCharacter(name)).toBeUndefined();
  });

  it.each([
    ['Ana 😀', '😀', 'U+1F600'],
    ['𠮷田', '𠮷', 'U+20BB7'],
    ['Արամ', 'Ա', 'U+0531'],
    ['a\ud800', '\ud800', 'U+D800'],
    ['a\u0007', '\u0007', 'U+0007'],
    ['👨\u200d👩', '👨\u200d👩', 'U+1F468 U+200D U+1F469'],
    // No font contains both this letter and this mark.
    ['王\u05b0', '王\u05b0', 'U+738B U+05B0'],
  ])('lack something of %j', (name, character, numbers) => {
    expect(findUnshownCharacter(name)).toBe(character);
    expect(codePoints(character)).toBe(numbers);
  });

  it.each([
    ['a', undefined, 'sans'],
    ['ł', undefined, 'sans'],
    ['م', undefined, 'arabic'],
    ['王', undefined, 'han'],
    ['か', undefined, 'han'],
    ['김', undefined, 'hangul'],
    [' ', 'arabic', 'arabic'],
    ['王', 'arabic', 'han'],
    [' ', 'sans-bold', 'sans'],
    ['Ա', 'sans', undefined],
  ])('%j is of a font, of %s where that has it', (character, preferred, font) => {
    expect(fontFor(character, preferred)).toBe(font);
  });
});
