/** Exact decimals as scaled integers, without floating-point calculations. */

export interface Decimal {
  readonly coefficient: bigint;
  /** Digits after the decimal point: the value is coefficient / 10^scale. */
  readonly scale: number;
}

export type Rounding = 'half-even' | 'toward-zero' | 'up';

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Parses decimal text such as "12.50" or "1e-7"; returns `undefined` for other text. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale < 0
    ? { coefficient: digits * 10n ** BigInt(-scale), scale: 0 }
    : normalize({ coefficient: digits, scale });
}

/** Parses decimal text such as "0.01". @throws Error if the text is not a decimal */
export function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error('Not a decimal fraction');
  return value;
}

/** Converts a JSON number to the decimal that the sender wrote. With more than 15 significant digits, the result can differ. */
export function decimalFromNumber(value: number): Decimal | undefined {
  return Number.isFinite(value) ? parseDecimal(String(value)) : undefined;
}

function normalize(value: Decimal): Decimal {
  let { coefficient, scale } = value;
  while (scale > 0 && coefficient % 10n === 0n) {
    coefficient /= 10n;
    scale -= 1;
  }
  return { coefficient, scale };
}

/** Formats a decimal without an exponent and without trailing zeros. */
export function decimalText(value: Decimal): string {
  const { coefficient, scale } = normalize(value);
  return scaledText(coefficient, scale);
}

/** Formats coefficient / 10^scale with exactly `scale` decimals. */
export function scaledText(coefficient: bigint, scale: number): string {
  const negative = coefficient < 0n;
  const digits = (negative ? -coefficient : coefficient).toString().padStart(scale + 1, '0');
  const units = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale);
  return `${negative ? '-' : ''}${units}${scale === 0 ? '' : `.${fraction}`}`;
}

/** Returns numerator / denominator, rounded to an integer. Both can be negative; the denominator must not be zero. */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const quotient = n / d;
  const rest = n % d;
  const away = rest !== 0n && isRoundedAway(quotient, rest * 2n, d, rounding);
  const magnitude = away ? quotient + 1n : quotient;
  return negative ? -magnitude : magnitude;
}

function isRoundedAway(quotient: bigint, doubledRest: bigint, divisor: bigint, rounding: Rounding): boolean {
  switch (rounding) {
    case 'toward-zero':
      return false;
    case 'up':
      return true;
    case 'half-even':
      return doubledRest > divisor || (doubledRest === divisor && quotient % 2n === 1n);
  }
}

/** Returns a × b, exactly. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  return { coefficient: a.coefficient * b.coefficient, scale: a.scale + b.scale };
}

/** Returns a + b, exactly. */
export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { coefficient: atScale(a, scale, 'toward-zero') + atScale(b, scale, 'toward-zero'), scale };
}

/** Returns the value's coefficient at another scale. Removed digits are rounded. */
export function atScale(value: Decimal, scale: number, rounding: Rounding): bigint {
  if (scale >= value.scale) return value.coefficient * 10n ** BigInt(scale - value.scale);
  return divide(value.coefficient, 10n ** BigInt(value.scale - scale), rounding);
}

/** Returns a / b, rounded to a number of significant digits. Both must be positive. */
export function quotient(a: Decimal, b: Decimal, significantDigits: number, rounding: Rounding): Decimal {
  const guess = a.coefficient.toString().length - a.scale - (b.coefficient.toString().length - b.scale);
  for (let scale = significantDigits - guess + 1; ; scale -= 1) {
    const shift = BigInt(scale + b.scale - a.scale);
    const coefficient =
      shift >= 0n
        ? divide(a.coefficient * 10n ** shift, b.coefficient, rounding)
        : divide(a.coefficient, b.coefficient * 10n ** -shift, rounding);
    if (coefficient.toString().length > significantDigits) continue;
    return scale < 0
      ? { coefficient: coefficient * 10n ** BigInt(-scale), scale: 0 }
      : normalize({ coefficient, scale });
  }
}

/** Returns a negative number if a < b, zero if they are equal, and a positive number if a > b. */
export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = atScale(a, scale, 'toward-zero') - atScale(b, scale, 'toward-zero');
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Returns the nearest JSON number of a decimal. Only for responses; calculations must not use it. */
export function jsonNumber(value: Decimal): number {
  return Number(decimalText(value));
}

export const ONE: Decimal = { coefficient: 1n, scale: 0 };
