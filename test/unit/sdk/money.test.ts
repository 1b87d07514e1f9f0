import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  fromMinorUnits,
  subtractDecimals,
  toDecimal,
  toJsonNumber,
  toMinorUnits,
} from '#sdk/money';

const decimals = fc.integer({ min: 0, max: 10 });
const units = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });

describe('money', () => {
  it.each([
    [2000.01, '2000.01'],
    [0.1, '0.1'],
    [1e-7, '0.0000001'],
    [1.234567891e-9, '0.000000001234567891'],
    [-12.5e-8, '-0.000000125'],
    [1e21, `1${'0'.repeat(21)}`],
    [1.5e22, `15${'0'.repeat(21)}`],
    [0, '0'],
    [999_999_999_999, '999999999999'],
  ])('%f is %s', (value, text) => {
    expect(toDecimal(value)).toBe(text);
    expect(toJsonNumber(text)).toBe(value);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 0.1 + 0.2, 1 / 3])('%f has no exact text', (value) => {
    expect(() => toDecimal(value)).toThrow(RangeError);
  });

  it.each(['', ' 1', '1.', '.5', '1e3', '1,5', '0x10', '--1', '1234567890.123456789'])(
    '%j is no amount to send',
    (text) => {
      expect(() => toJsonNumber(text)).toThrow(RangeError);
    },
  );

  it('refuses what has too many decimals, unless they are zero', () => {
    expect(toMinorUnits('1.50', 2)).toBe(150n);
    expect(toMinorUnits('1.5000', 2)).toBe(150n);
    expect(() => toMinorUnits('1.505', 2)).toThrow(RangeError);
  });

  it('adds where floating point does not', () => {
    expect(addDecimals('0.1', '0.2')).toBe('0.3');
    expect(addDecimals('999999999999999999.999999', '0.000001')).toBe('1000000000000000000.000000');
    expect(subtractDecimals('0.30', '0.1')).toBe('0.20');
    expect(compareDecimals('1.50', '1.5')).toBe(0);
    expect(compareDecimals('-0.1', '0')).toBe(-1);
  });

  it('keeps every amount on the way through its units', () => {
    fc.assert(
      fc.property(units, decimals, (value, places) => {
        expect(toMinorUnits(fromMinorUnits(value, places), places)).toBe(value);
      }),
    );
  });

  it('adds, subtracts and compares as whole numbers do', () => {
    fc.assert(
      fc.property(units, units, decimals, (left, right, places) => {
        const [a, b] = [fromMinorUnits(left, places), fromMinorUnits(right, places)];
        expect(toMinorUnits(addDecimals(a, b), places)).toBe(left + right);
        expect(subtractDecimals(addDecimals(a, b), b)).toBe(a);
        expect(compareDecimals(a, b)).toBe(left === right ? 0 : left < right ? -1 : 1);
      }),
    );
  });

  it('gives the number of every amount of the API back as it was sent', () => {
    const amount = fc.integer({ min: 0, max: 10 ** 15 - 1 });
    fc.assert(
      fc.property(amount, fc.constantFrom(2, 6), (value, places) => {
        const text = fromMinorUnits(BigInt(value), places);
        expect(compareDecimals(toDecimal(JSON.parse(JSON.stringify(toJsonNumber(text)))), text)).toBe(0);
      }),
    );
  });
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 1.5, '2', undefined])('refuses %s decimals', (decimals) => {
  for (const args of [
    [toMinorUnits, '1.5'],
    [fromMinorUnits, 150n],
  ] as const) {
    const [convert, amount] = args;
    expect(() => Reflect.apply(convert, undefined, [amount, decimals])).toThrow(/^decimals must be a whole number/);
  }
});
