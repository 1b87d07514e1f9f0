import type { Decimal } from '#shared/values/money/decimal';
import type { CrossRampPrice } from './cross-ramp-pricing';
import type { WarningCode } from './warning';

/** A locked cross-ramp rate: one partner's, for one transaction, until it expires. Times are epoch ms. */
export interface CrossRampQuote {
  readonly kind: 'CROSS_RAMP';
  readonly id: string;
  readonly partnerId: string;
  readonly price: CrossRampPrice;
  readonly premiumSpread: Decimal;
  readonly warnings: readonly WarningCode[];
  /** The side the caller gave: sandbox amounts count only when given as the source. */
  readonly fixedSide: 'source' | 'target';
  readonly targetCountry: string | undefined;
  readonly targetRail: 'LOCAL' | 'SWIFT';
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** The transaction that used it. */
  readonly usedBy: string | undefined;
}
