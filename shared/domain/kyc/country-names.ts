/** Country names as submissions write them: English, short or common, or the ISO 3166-1 alpha-2 code. */
import { englishCountryNames } from '#shared/domain/kyc/english-country-names';

const common: Readonly<Record<string, string>> = {
  'united states of america': 'US',
  usa: 'US',
  uk: 'GB',
  'great britain': 'GB',
  'czech republic': 'CZ',
  'hong kong': 'HK',
  macau: 'MO',
  russia: 'RU',
  'russian federation': 'RU',
  'south korea': 'KR',
  'north korea': 'KP',
  'ivory coast': 'CI',
  "cote d'ivoire": 'CI',
  'cape verde': 'CV',
  burma: 'MM',
  turkey: 'TR',
  swaziland: 'SZ',
  'the netherlands': 'NL',
  'holy see': 'VA',
  'viet nam': 'VN',
  'dr congo': 'CD',
  'bolivia (plurinational state of)': 'BO',
  'venezuela (bolivarian republic of)': 'VE',
  'iran (islamic republic of)': 'IR',
  'syrian arab republic': 'SY',
  'united kingdom of great britain and northern ireland': 'GB',
};

let known: ReadonlyMap<string, string> | undefined;

function names(): ReadonlyMap<string, string> {
  if (known !== undefined) return known;
  const found = new Map(Object.entries(common));
  for (const [, code = '', name = ''] of englishCountryNames.matchAll(/([A-Z]{2}) ([^;\n]+)/g)) {
    // A code that was given up is still taken, but its name is that of its successor.
    if (!found.has(folded(name))) found.set(folded(name), code);
    found.set(code.toLowerCase(), code);
  }
  known = found;
  return found;
}

function folded(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The alpha-2 code of a country name or code, if it is one. */
export function countryCodeOf(name: string): string | undefined {
  return names().get(folded(name.trim()));
}
