import type { AmountRange } from '#shared/partners/domain/partner';
import type { FiatCurrency } from '#shared/values/money/currency';
import { type BankRegion, regionForCountry, type TargetCountry } from './countries';

/** What holds for every payout to a country, whatever kind of transaction pays it. */
export interface Corridor {
  readonly currency: FiatCurrency;
  /** Bounds of one payout in that currency, beside the partner's own; `undefined` where there are none. */
  readonly payoutRange: AmountRange | undefined;
}

/** Each region is paid in one currency; China and Hong Kong in dollars, 10 to 10,000 per payout. */
const corridors: Readonly<Record<BankRegion, Corridor>> = {
  MX: { currency: 'MXN', payoutRange: undefined },
  DO: { currency: 'DOP', payoutRange: undefined },
  US: { currency: 'USD', payoutRange: undefined },
  SEPA: { currency: 'EUR', payoutRange: undefined },
  CHINA: { currency: 'USD', payoutRange: { min: '10', max: '10000' } },
};

/** The corridor to the accounts of a region. */
export function corridorForRegion(region: BankRegion): Corridor {
  return corridors[region];
}

/** The corridor to the accounts of a country. */
export function corridorForCountry(country: TargetCountry): Corridor {
  return corridors[regionForCountry(country)];
}

/** The currency of accounts in a country. */
export function currencyForCountry(country: TargetCountry): FiatCurrency {
  return corridorForCountry(country).currency;
}

/** Whether a payout to a country needs an invoice: mainland China does, Hong Kong does not. */
export function requiresInvoice(country: TargetCountry): boolean {
  return country === 'CN';
}
