import type { Blockchain } from '#shared/values/chains/blockchain';
import type { FiatCurrency, TokenSymbol } from '#shared/values/money/currency';
import type { Decimal } from '#shared/values/money/decimal';
import type { Money } from '#shared/values/money/money';
import type { Forwarding } from './forwarding';
import type { WarningCode } from './warning';

/** How an order is settled: over the counter above the threshold, else regularly. */
export type Flow = 'REGULAR' | 'OTC';

/** Pesos above which an order goes over the counter, and above which BSC can be used; decimal text. */
export const OTC_THRESHOLD_MXN = '50000';

/** Both sides of an on-ramp or off-ramp. */
export interface RampPrice {
  readonly fiatAmount: Money<FiatCurrency>;
  readonly cryptoAmount: Money<TokenSymbol>;
  /** Fiat units per token, including spread and premium. */
  readonly rate: Decimal;
  /** The same without the partner's premium: the difference is the partner's credit. */
  readonly platformRate: Decimal;
}

/**
 * A locked price between a fiat currency and a token: one partner's, for one transaction, until it expires.
 * Times are epoch ms. Kind CROSS_RAMP is the first leg of a cross-ramp, whose target comes with the transaction.
 */
export interface RampQuote {
  readonly kind: 'ON_RAMP' | 'OFF_RAMP' | 'CROSS_RAMP_LEG';
  readonly id: string;
  readonly partnerId: string;
  readonly price: RampPrice;
  readonly premiumSpread: Decimal;
  /** The side the caller gave: sandbox amounts count only when given on the paying side. */
  readonly fixedSide: 'fiat' | 'crypto';
  readonly blockchain: Blockchain;
  readonly country: string | undefined;
  readonly rail: string | undefined;
  readonly flow: Flow;
  readonly forwarding: Forwarding;
  readonly warnings: readonly WarningCode[];
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** The transaction that used it. */
  readonly usedBy: string | undefined;
}
