/** SEPA countries that accounts are paid out to; all in EUR. */
export const sepaCountries = [
  'AT',
  'BE',
  'BG',
  'HR',
  'CY',
  'CZ',
  'DK',
  'EE',
  'FI',
  'FR',
  'DE',
  'GR',
  'HU',
  'IE',
  'IT',
  'LV',
  'LT',
  'LU',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SK',
  'SI',
  'ES',
  'SE',
  'IS',
  'LI',
  'NO',
  'CH',
  'GB',
  'MC',
  'SM',
  'AD',
  'VA',
] as const;

/** Countries of KYC submissions. */
export const kycCountries = ['MX', 'DO', 'US', ...sepaCountries] as const;

/** Countries a cross-ramp pays out to. */
export const targetCountries = ['MX', 'DO', 'US', ...sepaCountries, 'CN', 'HK'] as const;
export type TargetCountry = (typeof targetCountries)[number];

export function isTargetCountry(country: string): country is TargetCountry {
  return targetCountries.some((known) => known === country);
}

/** How the details of an account are checked: one rule set per kind of country. */
export const bankRegions = ['MX', 'DO', 'US', 'SEPA', 'CHINA'] as const;
export type BankRegion = (typeof bankRegions)[number];

export function regionForCountry(country: TargetCountry): BankRegion {
  switch (country) {
    case 'MX':
    case 'DO':
    case 'US':
      return country;
    case 'CN':
    case 'HK':
      return 'CHINA';
    default:
      return 'SEPA';
  }
}
