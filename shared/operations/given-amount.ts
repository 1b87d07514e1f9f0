import { invalidInput } from '#shared/api/problems';
import type { Currency } from '#shared/domain/money/currency';
import { compare, type Decimal, decimalOfNumber, decimalText } from '#shared/domain/money/decimal';
import { type AmountFault, amountOfNumber, decimalOf, type Money } from '#shared/domain/money/money';
import type { Agreement } from '#shared/domain/partners/partner';
import { fraction } from '#shared/domain/rates/rate';

const faults: Record<AmountFault, string> = {
  'not-a-number': 'Must be a finite number',
  'too-many-decimals': 'Has more decimals than its currency',
  'too-many-digits': 'Must have at most 15 significant digits',
  'not-positive': 'Must be greater than 0',
};

/** A positive amount of its currency. @throws Problem naming the field */
export function readAmount<C extends Currency>(field: string, value: number, currency: C): Money<C> {
  const amount = amountOfNumber(value, currency);
  if (typeof amount === 'string') throw invalidInput([{ field, message: faults[amount] }]);
  return amount;
}

/** Quotes and rates are for less than this of any currency, far above the ranges of agreements. */
const UNQUOTED = fraction('1000000000000');

/**
 * Quotes and rates know no ranges, yet no such amount could be moved or shown exactly.
 * @throws Problem naming the field
 */
export function checkQuotable({ side, amount }: { readonly side: string; readonly amount: Money }): void {
  if (compare(decimalOf(amount), UNQUOTED) >= 0)
    throw invalidInput([{ field: `${side}Amount`, message: `Must be less than ${decimalText(UNQUOTED)}` }]);
}

/** The premium spread as an exact fraction. @throws Problem when it is above the partner's ceiling. */
export function givenPremium(premiumSpread: number | undefined, agreement: Agreement): Decimal {
  const premium = decimalOfNumber(premiumSpread ?? 0) ?? fraction('0');
  const ceiling = fraction(String(agreement.maxPremiumSpread));
  if (premium.coefficient < 0n || compare(premium, ceiling) > 0) {
    throw invalidInput([
      { field: 'premiumSpread', message: `Must be from 0 to ${agreement.maxPremiumSpread}` },
    ]);
  }
  return premium;
}
