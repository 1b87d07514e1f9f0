/**
 * Exact arithmetic on amounts. An amount is a decimal text, for example "2000.01", as in webhooks. API responses contain JSON
 * numbers; `toDecimal` converts these numbers to text. No function calculates with floating-point numbers.
 */
import { checkNumber } from './given.js';

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

const DECIMALS_BOUNDS = { min: 0, max: 1_000_000, isWhole: true };

/** Number of significant digits that a double always stores without a change. */
const MAX_EXACT_DIGITS = 15;

/**
 * Converts a number from an API response to decimal text.
 * @throws RangeError for a number that is not finite, or has over 15 significant digits, which a double can change
 */
export function toDecimal(value: number): string {
  const [digits = '', exponent = '0'] = value.toString().toLowerCase().split('e');
  const [, sign = '', whole = '', fraction = ''] = DECIMAL.exec(digits) ?? [];
  const significant = (whole + fraction).replace(/^0+/, '').replace(/0+$/, '');
  if (whole === '' || significant.length > MAX_EXACT_DIGITS)
    throw new RangeError(`${value} is not finite, or has more than ${MAX_EXACT_DIGITS} significant digits`);
  return shift(sign, { whole, fraction }, Number(exponent));
}

function shift(sign: string, { whole, fraction }: { whole: string; fraction: string }, places: number): string {
  if (places === 0) return sign + whole + (fraction === '' ? '' : `.${fraction}`);
  const left = whole.padStart(1 + Math.max(0, -places), '0');
  const right = fraction.padEnd(Math.max(0, places), '0');
  const point = left.length + places;
  const all = left + right;
  return sign + all.slice(0, point).replace(/^0+(?=\d)/, '') + (point < all.length ? `.${all.slice(point)}` : '');
}

/**
 * Converts an amount to a number for a request body. The number in the JSON text has exactly the same value as `decimal`.
 * @throws RangeError for a text that is not a decimal, or that a number cannot represent exactly
 */
export function toJsonNumber(decimal: string): number {
  const value = Number(decimal);
  if (compareDecimals(toDecimal(value), decimal) !== 0) throw new RangeError(`No number equals ${decimal} exactly`);
  return value;
}

/**
 * Converts an amount to its minor units, for example cents.
 * @param decimals number of decimals of the currency, for example `DECIMALS.MXN`
 * @throws RangeError for invalid text, or a non-zero digit beyond `decimals` decimals; TypeError for invalid `decimals`
 */
export function toMinorUnits(decimal: string, decimals: number): bigint {
  checkNumber('decimals', decimals, DECIMALS_BOUNDS);
  const { units, scale } = parse(decimal);
  if (scale <= decimals) return units * 10n ** BigInt(decimals - scale);
  const divisor = 10n ** BigInt(scale - decimals);
  if (units % divisor !== 0n) throw new RangeError(`${decimal} has more than ${decimals} decimals`);
  return units / divisor;
}

/** Converts minor units to decimal text with all decimals: 200001 with 2 decimals is "2000.01". */
export function fromMinorUnits(units: bigint, decimals: number): string {
  checkNumber('decimals', decimals, DECIMALS_BOUNDS);
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return (units < 0n ? '-' : '') + digits.slice(0, point) + (decimals === 0 ? '' : `.${digits.slice(point)}`);
}

/**
 * Returns the sum, with as many decimals as the operand with more decimals.
 * @throws RangeError for a text that is not a decimal
 */
export function addDecimals(left: string, right: string): string {
  const scale = Math.max(parse(left).scale, parse(right).scale);
  return fromMinorUnits(toMinorUnits(left, scale) + toMinorUnits(right, scale), scale);
}

/**
 * Returns the difference, with as many decimals as the operand with more decimals.
 * @throws RangeError for a text that is not a decimal
 */
export function subtractDecimals(left: string, right: string): string {
  const scale = Math.max(parse(left).scale, parse(right).scale);
  return fromMinorUnits(toMinorUnits(left, scale) - toMinorUnits(right, scale), scale);
}

/**
 * Returns -1, 0 or 1 if `left` is smaller than, equal to or larger than `right`. "1.50" equals "1.5".
 * @throws RangeError for a text that is not a decimal
 */
export function compareDecimals(left: string, right: string): -1 | 0 | 1 {
  const { units } = parse(subtractDecimals(left, right));
  if (units === 0n) return 0;
  return units < 0n ? -1 : 1;
}

function parse(decimal: string): { readonly units: bigint; readonly scale: number } {
  const [, sign = '', whole, fraction = ''] = DECIMAL.exec(decimal) ?? [];
  if (whole === undefined) throw new RangeError(`${JSON.stringify(decimal)} is not a decimal`);
  return { units: BigInt(sign + whole + fraction), scale: fraction.length };
}
