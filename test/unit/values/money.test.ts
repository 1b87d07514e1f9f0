import { describe, expect, it } from 'vitest';
import {
  amountFromNumber,
  CurrencyMismatch,
  minus,
  money,
  moneyFromText,
  moneyNumber,
  moneyText,
  plus,
} from '#shared/values/money/money';

describe('amountOfNumber', () => {
  it.each([
    [2000.01, 200_001n],
    [0.1, 10n],
    [1e7, 1_000_000_000n],
    [500000, 50_000_000n],
    [1_234_567_890_123.45, 123_456_789_012_345n],
  ])('reads %s exactly', (value, minor) => {
    expect(amountFromNumber(value, 'MXN')).toEqual({ minor, currency: 'MXN' });
  });

  it.each([
    [1.001, 'MXN', 'too-many-decimals'],
    [0.0000001, 'USDC', 'too-many-decimals'],
    [0, 'MXN', 'not-positive'],
    [-1, 'MXN', 'not-positive'],
    [12_345_678_901_234.56, 'MXN', 'too-many-digits'],
    [Number('9007199254740993'), 'MXN', 'too-many-digits'],
    [Number.NaN, 'MXN', 'not-a-number'],
    [Number.POSITIVE_INFINITY, 'MXN', 'not-a-number'],
  ] as const)('refuses %s %s as %s', (value, currency, violation) => {
    expect(amountFromNumber(value, currency)).toBe(violation);
  });
});

describe('money', () => {
  it('adds and subtracts within a currency', () => {
    expect(plus(money(1n, 'USD'), money(2n, 'USD'))).toEqual(money(3n, 'USD'));
    expect(minus(money(1n, 'USD'), money(2n, 'USD'))).toEqual(money(-1n, 'USD'));
  });

  it('refuses to mix currencies', () => {
    const mxn = money<'USD' | 'MXN'>(1n, 'MXN');
    expect(() => plus(money<'USD' | 'MXN'>(1n, 'USD'), mxn)).toThrow(CurrencyMismatch);
    expect(() => minus(mxn, money<'USD' | 'MXN'>(1n, 'USD'))).toThrow(CurrencyMismatch);
  });

  it.each([
    ['2000.01', 'MXN'],
    ['0.000001', 'USDC'],
    ['-12.30', 'EUR'],
  ] as const)('restores %s %s from its text', (text, currency) => {
    expect(moneyText(moneyFromText(text, currency))).toBe(text);
  });

  it('refuses stored text that is not an amount of the currency', () => {
    expect(() => moneyFromText('1.234', 'USD')).toThrow();
    expect(() => moneyFromText('one', 'USD')).toThrow();
  });

  it('gives the JSON number nearest to the amount', () => {
    expect(moneyNumber(money(200_001n, 'MXN'))).toBe(2000.01);
  });
});
