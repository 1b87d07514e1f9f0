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
