/** Country names as submissions write them: English, short or common, or the ISO 3166-1 alpha-2 code. */
import countryNames from './country-names.json';

/** Codes by the comparable form of each name and code. */
let codesCache: ReadonlyMap<string, string> | undefined;

/**
 * The English names are those of CLDR 48 (ICU 78) for the countries and territories of ISO 3166-1 and for Kosovo:
 * `Intl.DisplayNames` has the same ones, and takes 15 ms to make, a seventh of the start of a function. The others are
 * in use: short names of ISO 3166-1 where they are other words, names of before a change of name, usual short forms,
 * formal names that are used as often as the short ones.
 */
function codesByName(): ReadonlyMap<string, string> {
  const { english, other } = countryNames;
  codesCache ??= new Map([
    ...Object.entries(english).flatMap(([code, name]) => [
      [normalizeName(name), code] as const,
      [code.toLowerCase(), code] as const,
    ]),
    ...Object.entries(other).map(([name, code]) => [normalizeName(name), code] as const),
  ]);
  return codesCache;
}

/** Words that are written in two ways, by the one that is compared. */
const wordVariants: Readonly<Record<string, string>> = { st: 'saint', '&': 'and' };

/**
 * A name without what does not tell countries apart: letter case, accents, dots, apostrophes, hyphens, brackets,
 * "the"; with "Saint" for "St." and "and" for "&".
 */
function normalizeName(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.replace(/[.'’‘`´]/g, '').match(/[\p{L}\p{N}]+|&/gu) ?? [];
  return words
    .filter((word) => word !== 'the')
    .map((word) => wordVariants[word] ?? word)
    .join(' ');
}

/** The part after a comma or in brackets at the end comes first: "Korea, Republic of" is "Republic of Korea". */
function reorderInvertedName(name: string): string | undefined {
  const parts = /^([^,([]+)(?:,|\(|\[)([^,()[\]]+)[)\]]?$/.exec(name.trim());
  return parts === null ? undefined : `${parts[2]} ${parts[1]}`;
}

/** The alpha-2 code of a country name or code, if it is one. Areas and groups that are no country have none. */
export function findCountryCode(name: string): string | undefined {
  const codes = codesByName();
  const inverted = reorderInvertedName(name);
  return (
    codes.get(name.trim().replaceAll('.', '').toLowerCase()) ??
    codes.get(normalizeName(name)) ??
    (inverted === undefined ? undefined : codes.get(normalizeName(inverted)))
  );
}

/** The English name of a country by its alpha-2 code, in capitals. */
export function countryName(code: string): string | undefined {
  const english: Readonly<Record<string, string>> = countryNames.english;
  return Object.hasOwn(english, code) ? english[code] : undefined;
}
