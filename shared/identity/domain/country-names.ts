/** Accepted country names: English names and ISO 3166-1 alpha-2 codes. */
import countryNames from './country-names.json';

/** Country codes by normalized country name or code. */
let codesCache: ReadonlyMap<string, string> | undefined;

/**
 * `english` contains the English names of CLDR 48 (ICU 78), for ISO 3166-1 and Kosovo. `Intl.DisplayNames` returns the same
 * names, but takes 15 ms. `other` contains ISO short names that differ, former names, short forms, and common formal names.
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

/** Words that `normalizeName` replaces, with their replacements. */
const wordVariants: Readonly<Record<string, string>> = { st: 'saint', '&': 'and' };

/** Normalizes a name: removes letter case, accents, punctuation and "the"; replaces "St." with "Saint" and "&" with "and". */
function normalizeName(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.replace(/[.'’‘`´]/g, '').match(/[\p{L}\p{N}]+|&/gu) ?? [];
  return words
    .filter((word) => word !== 'the')
    .map((word) => wordVariants[word] ?? word)
    .join(' ');
}

/** Moves the part after a comma or in brackets to the start: "Korea, Republic of" becomes "Republic of Korea". */
function reorderInvertedName(name: string): string | undefined {
  const parts = /^([^,([]+)(?:,|\(|\[)([^,()[\]]+)[)\]]?$/.exec(name.trim());
  return parts === null ? undefined : `${parts[2]} ${parts[1]}`;
}

/** Returns the alpha-2 code of a country name or code; `undefined` for any other text, for example "European Union". */
export function findCountryCode(name: string): string | undefined {
  const codes = codesByName();
  const inverted = reorderInvertedName(name);
  return (
    codes.get(name.trim().replaceAll('.', '').toLowerCase()) ??
    codes.get(normalizeName(name)) ??
    (inverted === undefined ? undefined : codes.get(normalizeName(inverted)))
  );
}

/** Returns the English name of a country. @param code alpha-2 code in capitals */
export function countryName(code: string): string | undefined {
  const english: Readonly<Record<string, string>> = countryNames.english;
  return Object.hasOwn(english, code) ? english[code] : undefined;
}

/** Officially assigned ISO 3166-1 alpha-2 codes. */
export const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');
