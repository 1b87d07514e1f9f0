import { describe, expect, it } from 'vitest';
import { countryCodes } from '#shared/domain/kyc/country-codes';
import { countryCodeOf } from '#shared/domain/kyc/country-names';

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

describe('the code of a country', () => {
  it.each(countryCodes)('%s is known by itself and by the name that Node has for it', (code) => {
    expect(countryCodeOf(code)).toBe(code);
    expect(countryCodeOf(english.of(code) ?? 'none')).toBe(code);
  });

  it.each([
    [' méxico ', 'MX'],
    ['Cote d’Ivoire', 'CI'],
    ["Cote d'Ivoire", 'CI'],
    ['USA', 'US'],
    ['the Netherlands', 'NL'],
    ['Unknown Region', 'ZZ'],
    ['su', 'SU'],
    ['Atlantis', undefined],
    ['XQ', undefined],
    ['', undefined],
  ])('of %j is %j', (name, code) => {
    expect(countryCodeOf(name)).toBe(code);
  });
});
