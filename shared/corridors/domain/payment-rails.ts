import { findRegion, type Region } from './regions';

/** Rails of payments by bank, by the names that references have. */
export const bankRails = ['SPEI', 'ACH', 'FEDWIRE', 'SWIFT', 'SEPA', 'LBTR', 'FPS', 'CNAPS', 'CHATS'] as const;
export type BankRail = (typeof bankRails)[number];

/** Rails of payments to and from accounts of a region, the usual one first. */
const byRegion: Readonly<Record<Exclude<Region, 'CHINA'>, readonly BankRail[]>> = {
  MX: ['SPEI'],
  DO: ['ACH', 'LBTR'],
  US: ['ACH', 'FEDWIRE'],
  SEPA: ['SEPA'],
};

/** Lists the rails to accounts of a country, the usual one first; by SWIFT where the country is not served. */
export function bankRailsFor(country: string): readonly [BankRail, ...BankRail[]] {
  const region = findRegion(country);
  if (region === 'CHINA') return country === 'HK' ? ['FPS', 'CHATS', 'SWIFT'] : ['CNAPS', 'SWIFT'];
  const [usual = 'SWIFT', ...others] = region === undefined ? [] : byRegion[region];
  return [usual, ...others];
}
