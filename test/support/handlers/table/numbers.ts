/** Numbers of the table: exact decimals of up to 38 digits, as text without exponent and unnecessary zeros. */
import { validation } from './errors';

interface ExactNumber {
  readonly coefficient: bigint;
  /** Digits after the decimal point. */
  readonly scale: number;
}

const NUMBER = /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
const MAX_DIGITS = 38;

function parseNumber(text: string): ExactNumber {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === '' && fraction === '')
    throw validation(`The parameter cannot be converted to a numeric value: ${text}`);
  const scale = fraction.length - Number(exponent);
  const magnitude = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, -scale));
  return { coefficient: sign === '-' ? -magnitude : magnitude, scale: Math.max(0, scale) };
}

function align(a: ExactNumber, b: ExactNumber): { left: bigint; right: bigint; scale: number } {
  const scale = Math.max(a.scale, b.scale);
  const raise = (one: ExactNumber) => one.coefficient * 10n ** BigInt(scale - one.scale);
  return { left: raise(a), right: raise(b), scale };
}

function formatNumber({ coefficient, scale }: ExactNumber): string {
  const digits = (coefficient < 0n ? -coefficient : coefficient).toString().padStart(scale + 1, '0');
  const units = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const text = fraction === '' ? units : `${units}.${fraction}`;
  if (text.replace(/^0\.0*|\./, '').replace(/0+$/, '').length > MAX_DIGITS)
    throw validation('Attempting to store more than 38 significant digits in a Number');
  return coefficient < 0n ? `-${text}` : text;
}

/** Returns a number in the form that the table stores. */
export const normalizeNumber = (text: string): string => formatNumber(parseNumber(text));

export function compareNumbers(a: string, b: string): number {
  const { left, right } = align(parseNumber(a), parseNumber(b));
  return left < right ? -1 : Number(left > right);
}

export function addNumbers(a: string, b: string): string {
  const { left, right, scale } = align(parseNumber(a), parseNumber(b));
  return formatNumber({ coefficient: left + right, scale });
}
