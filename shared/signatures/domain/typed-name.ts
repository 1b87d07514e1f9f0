/** Letters that do not decompose into a base letter and a mark. */
const baseLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};

/** Accents of Latin, Greek and Cyrillic letters. Marks of other scripts are separate letters, such as vowels. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * Returns true if two names are the same to a reader: letter case, accents, punctuation, spaces and the order of the
 * words do not count. A name with fewer or more words is another one (docs/adr/022).
 */
export function isSameName(typed: string, recorded: string): boolean {
  const [one, other] = [splitWords(typed), splitWords(recorded)];
  if (one.length === 0 && other.length === 0) return typed.trim() === recorded.trim();
  return one.join('') === other.join('') || one.toSorted().join(' ') === other.toSorted().join(' ');
}

function splitWords(name: string): string[] {
  // Upper case first: it writes ß as SS and the dotless ı as I.
  const plain = name.toUpperCase().normalize('NFKD').replace(ACCENTS, '').toLowerCase();
  const letters = plain.replace(/[æœøłđðþ]/g, (letter) => baseLetters[letter] ?? letter);
  return letters.replace(/['’ʼ‘`´]/g, '').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
