import type { BankRegion } from './countries';
import { kycCountries } from './countries';

/** Countries that a quote may name. */
export const quoteCountries = [...kycCountries, 'CN'] as const;

/** How fiat money travels. */
export const rails = ['SPEI', 'ACH', 'WIRE', 'SEPA', 'SWIFT'] as const;
export type Rail = (typeof rails)[number];

/** The rails of a country's accounts, its default first. */
export const railsByRegion: Readonly<Record<BankRegion, readonly Rail[]>> = {
  MX: ['SPEI'],
  DO: ['ACH'],
  US: ['ACH', 'WIRE'],
  SEPA: ['SEPA'],
  CHINA: ['SWIFT'],
};
