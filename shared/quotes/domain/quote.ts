/** Prices with their terms, and the quotes that lock them. Times are epoch ms. */
import type { Blockchain, FiatCurrency, TokenSymbol } from '#shared/values/money/currency';
import type { Decimal } from '#shared/values/money/decimal';
import type { Money } from '#shared/values/money/money';
import type { WarningCode } from './rate';

/** Settlement of an order: over the counter above the threshold, else regular. */
export type Flow = 'REGULAR' | 'OTC';

/** Pesos above which an order goes over the counter, and above which BSC can be used; decimal text. */
export const OTC_THRESHOLD_MXN = '50000';

/** Most business days that a settlement can be deferred by. */
export const MAX_FORWARDING_DAYS = 4;

/** Settlement date of an order. Only MXN over-the-counter orders are deferred and list the days. */
export interface Forwarding {
  /** Requested T+N, 0 to 4. */
  readonly days: number;
  /** Calendar days from the trade day to the settlement day. */
  readonly effectiveDays: number;
  readonly settlementAtMs: number;
  /** The skipped days, each with its reason. */
  readonly adjustments: readonly { readonly date: string; readonly reason: string }[];
}

export interface Rates {
  /** The user's rate, including spread and premium: fiat units per token, or target units per source unit. */
  readonly rate: Decimal;
  /** The same without the partner's premium: the difference is the partner's credit. */
  readonly platformRate: Decimal;
}

export interface RampPrice extends Rates {
  readonly fiatAmount: Money<FiatCurrency>;
  readonly cryptoAmount: Money<TokenSymbol>;
}

/** Both sides of a cross-ramp with the rates and fees that they were computed with. */
export interface CrossRampPrice extends Rates {
  readonly sourceAmount: Money<FiatCurrency>;
  readonly targetAmount: Money<FiatCurrency>;
  readonly fixedFee: Money<FiatCurrency>;
}

export interface PriceTerms {
  /** The partner's premium as a fraction. */
  readonly premiumSpread: Decimal;
  readonly warnings: readonly WarningCode[];
}

/**
 * A price between a fiat currency and a token with its terms, as quotes and transactions keep them. CROSS_RAMP_LEG is
 * the first leg of a cross-ramp, whose target comes with the transaction.
 */
export interface RampTerms extends PriceTerms {
  readonly kind: 'ON_RAMP' | 'OFF_RAMP' | 'CROSS_RAMP_LEG';
  readonly price: RampPrice;
  /** The side the caller gave: sandbox amounts count only when given on the paying side. */
  readonly fixedSide: 'fiat' | 'crypto';
  readonly blockchain: Blockchain;
  readonly flow: Flow;
  readonly forwarding: Forwarding;
}

export interface CrossRampTerms extends PriceTerms {
  readonly price: CrossRampPrice;
}

/** Lock of a price: it is one partner's, for one transaction, until it expires. */
interface Lock {
  readonly id: string;
  readonly partnerId: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** The transaction that used it. */
  readonly usedBy: string | undefined;
}

export interface RampQuote extends RampTerms, Lock {
  readonly country: string | undefined;
  readonly rail: string | undefined;
}

export interface CrossRampQuote extends CrossRampTerms, Lock {
  readonly kind: 'CROSS_RAMP';
  /** The side the caller gave: sandbox amounts count only when given as the source. */
  readonly fixedSide: 'source' | 'target';
  readonly targetCountry: string | undefined;
  readonly targetRail: 'LOCAL' | 'SWIFT';
}

/** A locked price of any kind, as it is stored. */
export type Quote = CrossRampQuote | RampQuote;
