import { describe, expect, it } from 'vitest';
import { countryCodes, findCountryCode } from '#shared/identity/domain/country-names';

const styles = ['long', 'short', 'narrow'] as const;

/** Returns the British and American names of a country in Node, in all styles. */
function namesInNode(code: string): string[] {
  return ['en', 'en-GB'].flatMap((locale) =>
    styles.map((style) => new Intl.DisplayNames([locale], { type: 'region', style }).of(code) ?? ''),
  );
}

/** English country names that differ from CLDR: the short names of ISO 3166-1, and other usual names and spellings. */
const shortNames = `
AE United Arab Emirates (the); AG Antigua and Barbuda; BA Bosnia and Herzegovina; BL Saint Barthélemy;
BN Brunei Darussalam; BO Bolivia (Plurinational State of); BO Bolivia, Plurinational State of;
BQ Bonaire, Sint Eustatius and Saba; BS Bahamas (the); CC Cocos (Keeling) Islands (the);
CD Congo (the Democratic Republic of the); CD Congo, the Democratic Republic of the; CD Democratic Republic of the Congo;
CF Central African Republic (the); CG Congo (the); CG Congo; CG Republic of the Congo; CI Côte d'Ivoire;
CI Cote d'Ivoire; CI Ivory Coast; CN People's Republic of China; CV Cabo Verde; CZ Czech Republic;
DO Dominican Republic (the); FK Falkland Islands (the) [Malvinas]; FK Falkland Islands (Malvinas); FO Faroe Islands (the);
FM Micronesia (Federated States of); FM Micronesia, Federated States of; GB Great Britain; GB UK;
GB United Kingdom of Great Britain and Northern Ireland (the); GM Gambia (the); GM Republic of The Gambia;
GS South Georgia and the South Sandwich Islands; HK Hong Kong; HM Heard Island and McDonald Islands;
IO British Indian Ocean Territory (the); IR Iran (Islamic Republic of); IR Iran, Islamic Republic of; KM Comoros (the);
KN Saint Kitts and Nevis; KP Korea (the Democratic People's Republic of); KP Korea, Democratic People's Republic of;
KR Korea (the Republic of); KR Korea, Republic of; LA Lao People's Democratic Republic (the); LC Saint Lucia;
MD Moldova (the Republic of); MD Moldova, Republic of; MF Saint Martin (French part); MH Marshall Islands (the);
MK The Republic of North Macedonia; MM Myanmar; MO Macao; NE Niger (the); NL Netherlands (Kingdom of the);
NL Netherlands (the); PH Philippines (the); PM Saint Pierre and Miquelon; PN Pitcairn; PS Palestine, State of;
PS State of Palestine; RE Reunion; RU Russian Federation (the); SD Sudan (the);
SH Saint Helena, Ascension and Tristan da Cunha; SJ Svalbard and Jan Mayen; ST Sao Tome and Principe;
SX Sint Maarten (Dutch part); SY Syrian Arab Republic (the); SZ Swaziland; TC Turks and Caicos Islands (the);
TF French Southern Territories (the); TR Turkey; TT Trinidad and Tobago; TW Taiwan (Province of China);
TW Taiwan, Province of China; TZ Tanzania, the United Republic of; TZ Tanzania, United Republic of;
UM United States Minor Outlying Islands (the); US U.S.A.; US United States of America (the); VA Holy See (the);
VA Holy See (Vatican City State); VC Saint Vincent and the Grenadines; VE Venezuela (Bolivarian Republic of);
VE Venezuela, Bolivarian Republic of; VG Virgin Islands (British); VG Virgin Islands, British; VI Virgin Islands (U.S.);
VI Virgin Islands, U.S.; VN Viet Nam; WF Wallis and Futuna; AX Aland Islands;
`;

function namesInIso(code: string): string[] {
  return [...shortNames.matchAll(/([A-Z]{2}) ([^;\n]+)/g)].flatMap(([, of, name = '']) => (of === code ? [name] : []));
}

const toCodes = (names: readonly string[]) => names.map((name) => [name, findCountryCode(name)]);

describe('the code of a country', () => {
  it('is known for all 249 codes of ISO 3166-1', () => {
    expect(new Set(countryCodes).size).toBe(249);
    expect(countryCodes.filter((code) => findCountryCode(code) === undefined)).toEqual([]);
  });

  it.each([...countryCodes, 'XK'])('%s is known by its code and by its other names', (code) => {
    expect(findCountryCode(code)).toBe(code);
    const names = [...namesInNode(code), ...namesInIso(code)];
    expect(toCodes(names)).toEqual(names.map((name) => [name, code]));
  });

  it.each([
    [' méxico ', 'MX'],
    ['Cote d’Ivoire', 'CI'],
    ["Cote d'Ivoire", 'CI'],
    ['USA', 'US'],
    ['U.S.', 'US'],
    ['the Netherlands', 'NL'],
    ['Myanmar', 'MM'],
    ['Burma', 'MM'],
    ['Cabo Verde', 'CV'],
    ['Macao', 'MO'],
    ['Congo', 'CG'],
    ['DR Congo', 'CD'],
    ['Congo (Kinshasa)', 'CD'],
    ['Congo (the Democratic Republic of the)', 'CD'],
    ['Bosnia & Herzegovina', 'BA'],
    ['Bosnia and Herzegovina', 'BA'],
    ['St. Lucia', 'LC'],
    ['Saint Lucia', 'LC'],
    ['ST LUCIA', 'LC'],
    ['Saint Vincent & the Grenadines', 'VC'],
    ['Korea, Republic of', 'KR'],
    ["Korea (the Democratic People's Republic of)", 'KP'],
    ['Falkland Islands (the) [Malvinas]', 'FK'],
    ['Tanzania, the United Republic of', 'TZ'],
    ['Virgin Islands (U.S.)', 'VI'],
    ['Bahamas (the)', 'BS'],
    ['Gambia, The', 'GM'],
  ])('of %j is %j', (name, code) => {
    expect(findCountryCode(name)).toBe(code);
  });

  it.each([
    ...['Eurozone', 'European Union', 'United Nations', 'Unknown Region', 'Outlying Oceania', 'Ascension Island'],
    ...['Canary Islands', 'Pseudo-Accents', 'Pseudo-Bidi', 'ZZ', 'XA', 'XB', 'UN', 'EU', 'EZ', 'QO', 'SU', 'DD'],
    ...['Atlantis', 'XQ', 'Korea', 'Virgin Islands', 'Mexico (Atlantis)', 'The', '', ' ', '()', ',', '&'],
    ...['__proto__', 'constructor'],
  ])('of %j is unknown', (name) => {
    expect(findCountryCode(name)).toBeUndefined();
  });
});
