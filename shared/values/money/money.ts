import { type AmountRange, type Currency, decimalsFor } from './currency';
import {
  atScale,
  compare,
  type Decimal,
  decimal,
  decimalFromNumber,
  divide,
  jsonNumber,
  parseDecimal,
  type Rounding,
  scaledText,
} from './decimal';

/** An amount in whole minor units of a currency (cents, or millionths of a token). */
export interface Money<C extends Currency = Currency> {
  readonly minor: bigint;
  readonly currency: C;
}

export function money<C extends Currency>(minor: bigint, currency: C): Money<C> {
  return { minor, currency };
}

/** A calculation used amounts of different currencies: a bug in the code. */
export class CurrencyMismatch extends Error {
  override readonly name = 'CurrencyMismatch';
}

function assertSameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency) throw new CurrencyMismatch(`${a.currency} met ${b.currency}`);
}

/** @throws CurrencyMismatch */
export function plus<C extends Currency>(a: Money<C>, b: Money<C>): Money<C> {
  assertSameCurrency(a, b);
  return money(a.minor + b.minor, a.currency);
}

/** @throws CurrencyMismatch */
export function minus<C extends Currency>(a: Money<C>, b: Money<C>): Money<C> {
  assertSameCurrency(a, b);
  return money(a.minor - b.minor, a.currency);
}

export type AmountViolation = 'not-a-number' | 'too-many-decimals' | 'too-many-digits' | 'not-positive';

/** Maximum number of digits that a JSON number represents exactly. With more digits, the sender may mean a different amount. */
const EXACT_DIGITS = 15;

/** Reads a positive amount from a JSON number. Too many decimals for the currency are an error; nothing is rounded. */
export function amountFromNumber<C extends Currency>(value: number, currency: C): Money<C> | AmountViolation {
  const decimal = decimalFromNumber(value);
  if (decimal === undefined) return 'not-a-number';
  if (decimal.coefficient <= 0n) return 'not-positive';
  if (significantDigits(decimal.coefficient) > EXACT_DIGITS) return 'too-many-digits';
  if (decimal.scale > decimalsFor(currency)) return 'too-many-decimals';
  return money(atScale(decimal, decimalsFor(currency), 'toward-zero'), currency);
}

/** Counts the digits of an integer without its trailing zeros. */
function significantDigits(whole: bigint): number {
  const digits = whole.toString();
  let length = digits.length;
  while (length > 1 && digits[length - 1] === '0') length -= 1;
  return length;
}

/** Parses stored text such as "2000.01". @throws Error if the text is not an amount of the currency */
export function moneyFromText<C extends Currency>(text: string, currency: C): Money<C> {
  const decimal = parseDecimal(text);
  if (decimal === undefined || decimal.scale > decimalsFor(currency))
    throw new Error(`Stored amount is not one of ${currency}`);
  return money(atScale(decimal, decimalsFor(currency), 'toward-zero'), currency);
}

/** Formats an amount with all decimals of the currency, for storage and webhook payloads. */
export function moneyText(amount: Money): string {
  return scaledText(amount.minor, decimalsFor(amount.currency));
}

/** Returns the amount as an exact decimal. */
export function toDecimal(amount: Money): Decimal {
  return { coefficient: amount.minor, scale: decimalsFor(amount.currency) };
}

/** Returns the amount as a JSON number, only for REST response bodies. */
export function moneyNumber(amount: Money): number {
  return jsonNumber(toDecimal(amount));
}

/** Returns amount × rate in the target currency. `rate` is in target units per source unit. */
export function convert<T extends Currency>(amount: Money, rate: Decimal, target: T, rounding: Rounding): Money<T> {
  const product: Decimal = {
    coefficient: amount.minor * rate.coefficient,
    scale: decimalsFor(amount.currency) + rate.scale,
  };
  return money(atScale(product, decimalsFor(target), rounding), target);
}

/** Returns amount / rate in the target currency. `rate` is in units of the amount's currency per unit of the target. */
export function convertBack<T extends Currency>(amount: Money, rate: Decimal, target: T, rounding: Rounding): Money<T> {
  const numerator = amount.minor * 10n ** BigInt(decimalsFor(target) + rate.scale);
  const denominator = rate.coefficient * 10n ** BigInt(decimalsFor(amount.currency));
  return money(divide(numerator, denominator, rounding), target);
}

/** Returns true if an amount is within the limits, inclusive. */
export function isWithin(amount: Money, { min, max }: AmountRange): boolean {
  const value = toDecimal(amount);
  return compare(value, decimal(min)) >= 0 && compare(value, decimal(max)) <= 0;
}
