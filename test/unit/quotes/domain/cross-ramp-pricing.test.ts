import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixedFeeFor } from '#shared/quotes/domain/ramp-pricing';
import { crossRampRate } from '#shared/quotes/domain/rate';
import { sandboxRates } from '#shared/quotes/rates/http';
import { type FiatCurrency, fiatCurrencies } from '#shared/values/money/currency';
import { compare, decimal, decimalText } from '#shared/values/money/decimal';
import { convert, convertBack, minus, money, moneyText } from '#shared/values/money/money';
import { priceAtMid } from '#test/support/price-at-mid';

const pair = fc
  .tuple(fc.constantFrom(...fiatCurrencies), fc.constantFrom(...fiatCurrencies))
  .filter(([source, target]) => source !== target);
const premium = fc.integer({ min: 0, max: 1000 }).map((thousandths) => decimal(String(thousandths / 1000)));
const minute = fc.integer({ min: 0, max: 5_000_000 }).map((minutes) => minutes * 60_000);
const minor = fc.bigInt(10_000n, 10n ** 10n);

async function terms(source: FiatCurrency, target: FiatCurrency, atMs: number) {
  return {
    source,
    target,
    mid: await sandboxRates.midRate(source, target, atMs),
    fixedFee: fixedFeeFor(source),
  };
}

describe('priceCrossRamp', () => {
  it('prices 2000.01 MXN into USD by the rounded rate', () => {
    const mid = decimal('0.05');
    const ask = {
      side: 'source',
      amount: money(200_001n, 'MXN'),
      source: 'MXN',
      target: 'USD',
      mid,
      premium: decimal('0.01'),
      fixedFee: fixedFeeFor('MXN'),
    } as const;
    const price = priceAtMid(ask);
    // 0.05 / 1.005 / 1.01 = 0.04925865720…, rounded down to ten significant digits. Target: (2000.01 − 25) × rate.
    expect(price && decimalText(price.rate)).toBe('0.0492586572');
    expect(price && moneyText(price.targetAmount)).toBe('97.28');
  });

  it('refuses an amount that does not exceed the fee', () => {
    const base = {
      side: 'source',
      source: 'MXN',
      target: 'USD',
      mid: decimal('0.05'),
      premium: decimal('0'),
      fixedFee: fixedFeeFor('MXN'),
    } as const;
    expect(priceAtMid({ ...base, amount: money(25_00n, 'MXN') })).toBeUndefined();
    expect(priceAtMid({ ...base, amount: money(24_99n, 'MXN') })).toBeUndefined();
  });

  it('refuses what is worth less than the smallest unit of the other side', () => {
    const premium = decimal('0');
    const pesos = { source: 'MXN', target: 'USD', mid: decimal('0.05'), fixedFee: fixedFeeFor('MXN') } as const;
    // One centavo above the fee converts to a twentieth of a cent.
    expect(priceAtMid({ ...pesos, premium, side: 'source', amount: money(25_01n, 'MXN') })).toBeUndefined();
    const euro = { source: 'EUR', target: 'MXN', mid: decimal('20'), fixedFee: fixedFeeFor('EUR') } as const;
    expect(priceAtMid({ ...euro, premium, side: 'target', amount: money(1n, 'MXN') })).toBeUndefined();
  });

  it('gives the same pair when the computed side is quoted back, to one minor unit of the coarser side', async () => {
    await fc.assert(
      fc.asyncProperty(pair, premium, minute, minor, async ([source, target], spread, atMs, amount) => {
        const ask = { ...(await terms(source, target, atMs)), premium: spread };
        const forth = priceAtMid({ ...ask, side: 'source', amount: money(amount, source) });
        if (forth === undefined) return;
        const back = priceAtMid({ ...ask, side: 'target', amount: forth.targetAmount });
        const oneMore = money(forth.targetAmount.minor + 1n, target);
        const worth =
          convertBack(oneMore, forth.rate, source, 'up').minor -
          convertBack(forth.targetAmount, forth.rate, source, 'toward-zero').minor;
        const off = forth.sourceAmount.minor - (back?.sourceAmount.minor ?? 0n);
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(worth);
      }),
      { numRuns: 300 },
    );
  });

  it('makes spread and premium always cost the user, and never pays out more than at the mid rate', async () => {
    await fc.assert(
      fc.asyncProperty(pair, premium, minute, minor, async ([source, target], spread, atMs, amount) => {
        const ask = { ...(await terms(source, target, atMs)), premium: spread };
        const price = priceAtMid({ ...ask, side: 'source', amount: money(amount, source) });
        if (price === undefined) return;
        const net = minus(price.sourceAmount, price.fixedFee);
        const atPlatformRate = convert(net, price.platformRate, target, 'toward-zero');
        const atMiddle = convert(net, ask.mid, target, 'toward-zero');
        expect(price.targetAmount.minor).toBeLessThanOrEqual(atPlatformRate.minor);
        expect(atPlatformRate.minor).toBeLessThanOrEqual(atMiddle.minor);
      }),
      { numRuns: 300 },
    );
  });

  it('has at most ten significant digits in a rate', async () => {
    await fc.assert(
      fc.asyncProperty(pair, premium, minute, async ([source, target], spread, atMs) => {
        const { rate, platformRate } = crossRampRate(await sandboxRates.midRate(source, target, atMs), spread);
        const digits = decimalText(rate).replace('.', '').replace(/^0+/, '');
        expect(digits.length).toBeLessThanOrEqual(10);
        expect(compare(rate, platformRate)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
