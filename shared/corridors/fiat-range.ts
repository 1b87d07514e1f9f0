import { fiatOutOfRange } from '#shared/api/problems';
import type { AmountRange } from '#shared/partners/domain/partner';
import { decimal } from '#shared/quotes/domain/rate';
import type { TransactionKind } from '#shared/transactions/domain/status-facts';
import type { FiatCurrency } from '#shared/values/money/currency';
import { compare } from '#shared/values/money/decimal';
import { type Money, toDecimal } from '#shared/values/money/money';

/** A fiat amount must lie within the bounds, which are inclusive. @throws Problem naming the bounds */
export function assertFiatRange(amount: Money<FiatCurrency>, range: AmountRange, kind: TransactionKind): void {
  const value = toDecimal(amount);
  if (compare(value, decimal(range.min)) < 0 || compare(value, decimal(range.max)) > 0)
    throw fiatOutOfRange(kind, { ...range, currency: amount.currency });
}
