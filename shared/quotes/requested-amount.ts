import { invalidInput } from '#shared/api/problems';
import type { Agreement } from '#shared/partners/domain/partner';
import type { Currency } from '#shared/values/money/currency';
import { compare, type Decimal, decimal, decimalFromNumber, decimalText } from '#shared/values/money/decimal';
import { type AmountViolation, amountFromNumber, type Money, toDecimal } from '#shared/values/money/money';

const violationMessages: Record<AmountViolation, string> = {
  'not-a-number': 'Must be a finite number',
  'too-many-decimals': 'Has more decimals than its currency',
  'too-many-digits': 'Must have at most 15 significant digits',
  'not-positive': 'Must be greater than 0',
};

/** Parses a positive amount in its currency. @throws Problem with the field */
export function parseRequestedAmount<C extends Currency>(field: string, value: number, currency: C): Money<C> {
  const amount = amountFromNumber(value, currency);
  if (typeof amount === 'string') throw invalidInput([{ field, message: violationMessages[amount] }]);
  return amount;
}

/** Upper limit (exclusive) of amounts in quotes and rates, in any currency; far above the ranges of partners' agreements. */
export const MAX_QUOTABLE = decimal('1000000000000');

/**
 * Checks that the amount of a quote or rate is below `MAX_QUOTABLE`. An agreement's ranges do not apply to quotes and rates.
 * @throws Problem with the field
 */
export function assertQuotable({ side, amount }: { readonly side: string; readonly amount: Money }): void {
  assertBelowMaximum(`${side}Amount`, amount);
}

/** @throws Problem with the field if the amount is not below `MAX_QUOTABLE` */
export function assertBelowMaximum(field: string, amount: Money): void {
  if (compare(toDecimal(amount), MAX_QUOTABLE) >= 0)
    throw invalidInput([{ field, message: `Must be less than ${decimalText(MAX_QUOTABLE)}` }]);
}

/**
 * Parses the premium spread as an exact fraction.
 * @throws Problem if the premium spread is negative or above the partner's maximum
 */
export function parsePremiumSpread(premiumSpread = 0, { maxPremiumSpread }: Agreement): Decimal {
  const premium = decimalFromNumber(premiumSpread) ?? decimal('0');
  if (premium.coefficient < 0n || compare(premium, decimal(String(maxPremiumSpread))) > 0)
    throw invalidInput([{ field: 'premiumSpread', message: `Must be from 0 to ${maxPremiumSpread}` }]);
  return premium;
}
