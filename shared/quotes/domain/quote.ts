/** Prices with their terms, and quotes that lock a price. Times are epoch ms. */
import type { Blockchain, FiatCurrency, TokenSymbol } from '#shared/values/money/currency';
import type { Decimal } from '#shared/values/money/decimal';
import type { Money } from '#shared/values/money/money';
import type { WarningCode } from './rate';

/** Kind of settlement: `OTC` (over the counter) for cross-ramps and for large on-ramps and off-ramps in MXN, else `REGULAR`. */
export type Flow = 'REGULAR' | 'OTC';

/**
 * Amount in pesos (decimal text). An on-ramp or off-ramp in MXN above this amount settles over the counter. A request on the
 * blockchain BSC must be worth more than this amount.
 */
export const OTC_THRESHOLD_MXN = '50000';

/** Maximum number of business days by which a settlement can be deferred. */
export const MAX_FORWARDING_DAYS = 4;

/**
 * Settlement date of a price. Only over-the-counter on-ramps and off-ramps in MXN can be deferred. Only over-the-counter prices
 * in MXN list skipped days.
 */
export interface Forwarding {
  /** Requested business days N of T+N, 0 to 4. */
  readonly days: number;
  /** Calendar days from the trade day to the settlement day. */
  readonly effectiveDays: number;
  readonly settlementAtMs: number;
  /** Skipped days, each with a reason. */
  readonly adjustments: readonly { readonly date: string; readonly reason: string }[];
}

export interface Rates {
  /** The user's rate with the platform's spread and the partner's premium: fiat per token, or target units per source unit. */
  readonly rate: Decimal;
  /** The user's rate without the partner's premium. The partner is credited with the difference between `rate` and this rate. */
  readonly platformRate: Decimal;
}

export interface RampPrice extends Rates {
  readonly fiatAmount: Money<FiatCurrency>;
  readonly cryptoAmount: Money<TokenSymbol>;
}

/** Source and target amount of a cross-ramp, with the rates and the fee from which they were computed. */
export interface CrossRampPrice extends Rates {
  readonly sourceAmount: Money<FiatCurrency>;
  readonly targetAmount: Money<FiatCurrency>;
  readonly fixedFee: Money<FiatCurrency>;
}

export interface PriceTerms {
  /** The partner's premium as a fraction (0.01 is 1 %). */
  readonly premiumSpread: Decimal;
  readonly warnings: readonly WarningCode[];
}

/**
 * A price between a fiat currency and a token with its terms, as quotes and transactions store the price. CROSS_RAMP_LEG is the
 * first leg of a cross-ramp. Its quote contains no target currency, because the transaction specifies the target currency.
 */
export interface RampTerms extends PriceTerms {
  readonly kind: 'ON_RAMP' | 'OFF_RAMP' | 'CROSS_RAMP_LEG';
  readonly price: RampPrice;
  /** The amount that the caller specified. A sandbox amount has an effect only if the caller specified what the user pays. */
  readonly fixedSide: 'fiat' | 'crypto';
  readonly blockchain: Blockchain;
  readonly flow: Flow;
  readonly forwarding: Forwarding;
}

export interface CrossRampTerms extends PriceTerms {
  readonly price: CrossRampPrice;
}

/** Lock of a price for one partner and one transaction, until the lock expires. */
interface Lock {
  readonly id: string;
  readonly partnerId: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly usedBy: string | undefined;
}

export interface RampQuote extends RampTerms, Lock {
  readonly country: string | undefined;
  readonly rail: string | undefined;
}

export interface CrossRampQuote extends CrossRampTerms, Lock {
  readonly kind: 'CROSS_RAMP';
  /** Tells which amount the caller specified. A sandbox amount has an effect only if the caller specified the source amount. */
  readonly fixedSide: 'source' | 'target';
  readonly targetCountry: string | undefined;
  readonly targetRail: 'LOCAL' | 'SWIFT';
}

/** A locked price (quote) of any kind, as stored. */
export type Quote = CrossRampQuote | RampQuote;
