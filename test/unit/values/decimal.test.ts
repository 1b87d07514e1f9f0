import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compare,
  type Decimal,
  decimalFromNumber,
  decimalText,
  divide,
  parseDecimal,
  quotient,
  scaledText,
} from '#shared/values/money/decimal';

const decimal = (text: string): Decimal => {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(`not a decimal: ${text}`);
  return value;
};

describe('parseDecimal', () => {
  it.each([
    ['0', '0'],
    ['12.50', '12.5'],
    ['1e3', '1000'],
    ['1e+21', '1000000000000000000000'],
    ['1e-7', '0.0000001'],
    ['-3.140', '-3.14'],
    ['1.5E2', '150'],
  ])('reads %s as %s', (text, plain) => {
    expect(decimalText(decimal(text))).toBe(plain);
  });

  it.each(['', '.', '1.', '.5', '1,5', 'abc', '0x10', ' 1', '1e', 'NaN', 'Infinity'])('refuses %j', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });

  it('reads every JSON number of an amount as its sender wrote it', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), (minor) => {
        const text = scaledText(minor, 2);
        const read = decimalFromNumber(Number(text));
        expect(read === undefined ? undefined : compare(read, decimal(text))).toBe(0);
      }),
    );
  });
});

describe('divide', () => {
  it.each([
    [5n, 2n, 'half-even', 2n],
    [7n, 2n, 'half-even', 4n],
    [-5n, 2n, 'half-even', -2n],
    [-7n, 2n, 'half-even', -4n],
    [7n, 2n, 'toward-zero', 3n],
    [-7n, 2n, 'toward-zero', -3n],
    [7n, 3n, 'up', 3n],
    [6n, 3n, 'up', 2n],
  ] as const)('%s / %s, %s, is %s', (numerator, denominator, rounding, result) => {
    expect(divide(numerator, denominator, rounding)).toBe(result);
  });
});

describe('quotient', () => {
  it('keeps the given number of significant digits and never exceeds the true value when rounding down', () => {
    const positive = fc.record({ coefficient: fc.bigInt(1n, 10n ** 15n), scale: fc.nat(8) });
    fc.assert(
      fc.property(positive, positive, (a, b) => {
        const result = quotient(a, b, 10, 'toward-zero');
        const digits = result.coefficient.toString().replace(/0+$/, '');
        expect(digits.length).toBeLessThanOrEqual(10);
        const back = { coefficient: result.coefficient * b.coefficient, scale: result.scale + b.scale };
        expect(compare(back, a)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it.each([
    ['1', '3', '0.3333333333'],
    ['18.45', '1', '18.45'],
    ['1', '18.45', '0.05420054200'],
    ['100000000000', '3', '33333333330'],
  ])('%s / %s is %s', (a, b, expected) => {
    expect(compare(quotient(decimal(a), decimal(b), 10, 'toward-zero'), decimal(expected))).toBe(0);
  });
});
