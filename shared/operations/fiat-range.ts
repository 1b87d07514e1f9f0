import { Problem } from '#shared/api/problems';
import type { FiatCurrency } from '#shared/domain/money/currency';
import { compare } from '#shared/domain/money/decimal';
import { decimalOf, type Money } from '#shared/domain/money/money';
import type { Range } from '#shared/domain/partners/partner';
import { fraction } from '#shared/domain/rates/rate';
import type { TransactionKind } from '#shared/domain/transactions/transition-table';

/** A fiat amount must lie within the bounds, which are inclusive. @throws Problem naming the bounds */
export function checkFiatRange(amount: Money<FiatCurrency>, range: Range, kind: TransactionKind): void {
  const value = decimalOf(amount);
  if (compare(value, fraction(range.min)) < 0 || compare(value, fraction(range.max)) > 0)
    throw fiatOutOfRange(range, amount.currency, kind);
}

/** The refusal of a fiat amount outside of its bounds (specification, Limits). */
export function fiatOutOfRange({ min, max }: Range, currency: FiatCurrency, kind: TransactionKind): Problem {
  return new Problem(
    'INVALID_FIAT_AMOUNT_ERROR',
    `Fiat amount is outside of the allowed range for ${kind}: min ${min}, max ${max} ${currency}`,
  );
}
