/** Letters that Unicode normalization does not decompose into a base letter and an accent. */
const baseLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};

/** Accents of Latin, Greek and Cyrillic letters. Marks of other scripts are not accents; for example, some are vowels. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * Returns true if two names are equal, regardless of letter case, accents, punctuation, spaces and word order. A name with an
 * additional or missing word is different (docs/adr/022).
 */
export function isSameName(typed: string, recorded: string): boolean {
  const [one, other] = [splitWords(typed), splitWords(recorded)];
  if (one.length === 0 && other.length === 0) return typed.trim() === recorded.trim();
  return one.join('') === other.join('') || one.toSorted().join(' ') === other.toSorted().join(' ');
}

function splitWords(name: string): string[] {
  // Convert to upper case first: this converts ß to SS and the dotless ı to I.
  const plain = name.toUpperCase().normalize('NFKD').replace(ACCENTS, '').toLowerCase();
  const letters = plain.replace(/[æœøłđðþ]/g, (letter) => baseLetters[letter] ?? letter);
  return letters.replace(/['’ʼ‘`´]/g, '').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
