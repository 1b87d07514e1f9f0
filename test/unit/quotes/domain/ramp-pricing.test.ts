import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FixedRampAmount,
  fixedFeeFor,
  priceCrossRamp,
  priceRamp,
  type RampPriceInput,
  rampRate,
  ratesFromLeg,
  spreadFor,
} from '#shared/quotes/domain/ramp-pricing';
import { CROSS_RAMP_SPREAD, RAMP_SPREAD } from '#shared/quotes/domain/rate';
import { sandboxRates } from '#shared/quotes/rates/http';
import { fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import { add, compare, type Decimal, decimal, decimalText, multiply, ONE } from '#shared/values/money/decimal';
import { convert, convertBack, money, moneyText, toDecimal } from '#shared/values/money/money';
import { priceAtMid } from '#test/support/price-at-mid';

const direction = fc.constantFrom('ON_RAMP', 'OFF_RAMP');
const fiat = fc.constantFrom(...fiatCurrencies);
const token = fc.constantFrom(...tokenSymbols);
const premium = fc
  .integer({ min: 0, max: 5000 })
  .map((thousandths): Decimal => ({ coefficient: BigInt(thousandths), scale: 3 }));
const minute = fc.integer({ min: 0, max: 5_000_000 }).map((minutes) => minutes * 60_000);

const ask = fc
  .record({
    direction,
    fiat,
    token,
    premium,
    atMs: minute,
    side: fc.constantFrom('fiat', 'crypto'),
    minor: fc.bigInt(1n, 10n ** 12n),
  })
  .map(({ side, minor, ...rest }) => {
    const fixedAmount: FixedRampAmount =
      side === 'fiat'
        ? { side, amount: money(minor, rest.fiat) }
        : { side: 'crypto', amount: money(minor, rest.token) };
    return { ...rest, fixedAmount };
  });

type Drawn = Omit<RampPriceInput, 'mid' | 'spread'> & { readonly atMs: number };

async function complete({ atMs, ...drawn }: Drawn): Promise<RampPriceInput> {
  return { ...drawn, spread: RAMP_SPREAD, mid: await sandboxRates.midRate(drawn.token, drawn.fiat, atMs) };
}

const base = {
  fiat: 'MXN',
  token: 'USDC',
  mid: decimal('18.45'),
  spread: decimal('0.005'),
  premium: decimal('0.01'),
} as const;

describe('priceRamp', () => {
  it.each([
    // Rate: mid 18.45 × (1 + spread 0.005) × (1 + premium 0.01) = 18.7276725; tokens: 1000 / 18.7276725 = 53.39691838…
    ['ON_RAMP', 'fiat', '18.7276725', '1000.00', '53.396918'],
    // 50 × 18.7276725 = 936.383625
    ['ON_RAMP', 'crypto', '18.7276725', '936.38', '50.000000'],
    // 18.45 / (1.005 × 1.01) = 18.1764445101…, rounded down to ten digits; × 50 = 908.8222255
    ['OFF_RAMP', 'crypto', '18.17644451', '908.82', '50.000000'],
    // 1000 / 18.17644451 = 55.0162601…, rounded half to even
    ['OFF_RAMP', 'fiat', '18.17644451', '1000.00', '55.016260'],
  ] as const)('prices an %s by its %s amount', (way, side, rate, fiatAmount, cryptoAmount) => {
    const given: FixedRampAmount =
      side === 'fiat' ? { side, amount: money(1000_00n, 'MXN') } : { side, amount: money(50_000_000n, 'USDC') };
    const price = priceRamp({ ...base, direction: way, fixedAmount: given });
    expect(price && decimalText(price.rate)).toBe(rate);
    expect(price && [moneyText(price.fiatAmount), moneyText(price.cryptoAmount)]).toEqual([fiatAmount, cryptoAmount]);
  });

  it("uses a buyer's rate rounded up and a seller's rounded down, at ten digits", () => {
    const odd = { mid: decimal('18.12345678'), spread: RAMP_SPREAD, premium: decimal('0.0123') };
    // The exact rates are 18.43810717488… and 17.81417596400…; both have more than ten digits.
    const bought = rampRate({ ...odd, direction: 'ON_RAMP' }).rate;
    const sold = rampRate({ ...odd, direction: 'OFF_RAMP' }).rate;
    const both = multiply(add(ONE, RAMP_SPREAD), add(ONE, odd.premium));
    expect(compare(bought, multiply(odd.mid, both))).toBeGreaterThan(0);
    expect(compare(multiply(sold, both), odd.mid)).toBeLessThan(0);
  });

  it('refuses what is worth less than the smallest unit of the other side', () => {
    const given: FixedRampAmount = { side: 'crypto', amount: money(1n, 'USDC') };
    expect(priceRamp({ ...base, direction: 'OFF_RAMP', fixedAmount: given })).toBeUndefined();
    expect(priceRamp({ ...base, direction: 'ON_RAMP', fixedAmount: given })).toBeUndefined();
    // At 20,000 MXN per token, a centavo is half a millionth of a token.
    const cent: FixedRampAmount = { side: 'fiat', amount: money(1n, 'MXN') };
    const dear = { ...base, mid: decimal('20000') };
    expect(priceRamp({ ...dear, direction: 'ON_RAMP', fixedAmount: cent })).toBeUndefined();
  });

  it('gives the same pair when the computed side is quoted back, to one minor unit of the coarser side', async () => {
    await fc.assert(
      fc.asyncProperty(ask, async (drawn) => {
        const asked = await complete(drawn);
        const forth = priceRamp(asked);
        if (forth === undefined) return;
        const other: FixedRampAmount =
          asked.fixedAmount.side === 'fiat'
            ? { side: 'crypto', amount: forth.cryptoAmount }
            : { side: 'fiat', amount: forth.fiatAmount };
        const back = priceRamp({ ...asked, fixedAmount: other });
        const [fiatOff, cryptoOff] = [
          (back?.fiatAmount.minor ?? 0n) - forth.fiatAmount.minor,
          (back?.cryptoAmount.minor ?? 0n) - forth.cryptoAmount.minor,
        ];
        expect(fiatOff <= 1n && fiatOff >= -1n, `${fiatOff} fiat units off`).toBe(true);
        // Cents are the coarser unit of every pair. One cent in tokens is therefore the maximum difference.
        const cent = convertBack(money(1n, asked.fiat), forth.rate, asked.token, 'up').minor;
        expect(cryptoOff <= cent && cryptoOff >= -cent, `${cryptoOff} token units off, ${cent} to the cent`).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('makes spread and premium always cost the user, and credits the premium to the partner', async () => {
    await fc.assert(
      fc.asyncProperty(ask, async (drawn) => {
        const asked = await complete(drawn);
        const price = priceRamp(asked);
        if (price === undefined) return;
        const buying = asked.direction === 'ON_RAMP';
        const sign = buying ? 1 : -1;
        expect(Math.sign(compare(price.platformRate, asked.mid))).toBe(sign);
        expect(compare(price.rate, price.platformRate) * sign).toBeGreaterThanOrEqual(0);
        // Except for rounding, the received amount does not exceed the value at the platform rate or at the mid rate.
        const received = (rate: Decimal) =>
          buying
            ? convertBack(price.fiatAmount, rate, asked.token, 'toward-zero').minor
            : convert(price.cryptoAmount, rate, asked.fiat, 'toward-zero').minor;
        const got = buying ? price.cryptoAmount.minor : price.fiatAmount.minor;
        // If the caller fixes the received amount, rounding can make the paid amount up to half a minor unit too small. Therefore
        // the received amount may be one cent above the limit.
        const half =
          asked.fixedAmount.side === (buying ? 'crypto' : 'fiat')
            ? buying
              ? convertBack(money(1n, asked.fiat), price.rate, asked.token, 'up').minor
              : 1n
            : 0n;
        expect(got <= received(price.platformRate) + half).toBe(true);
        expect(received(price.platformRate) <= received(asked.mid)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('has at most ten significant digits in a rate, and both amounts exactly', async () => {
    await fc.assert(
      fc.asyncProperty(ask, async (drawn) => {
        const price = priceRamp(await complete(drawn));
        if (price === undefined) return;
        for (const rate of [price.rate, price.platformRate]) {
          expect(decimalText(rate).replace('.', '').replace(/^0+/, '').length).toBeLessThanOrEqual(10);
        }
        expect(typeof price.fiatAmount.minor).toBe('bigint');
        expect(compare(toDecimal(price.cryptoAmount), { coefficient: 0n, scale: 0 })).toBeGreaterThan(0);
      }),
    );
  });
});

describe('spreadFor', () => {
  it.each([
    ['ON_RAMP', RAMP_SPREAD],
    ['OFF_RAMP', RAMP_SPREAD],
    ['CROSS_RAMP_LEG', CROSS_RAMP_SPREAD],
  ] as const)('has a leg carry the spread of its whole cross-ramp: %s', (kind, spread) => {
    expect(spreadFor(kind)).toBe(spread);
  });
});

describe('priceCrossRamp by the rates of a leg', () => {
  it('comes to what the whole cross-ramp would, to the rounding of its rates', async () => {
    await fc.assert(
      fc.asyncProperty(fiat, fiat, token, premium, minute, async (source, target, by, spread, atMs) => {
        if (source === target) return;
        const amount = money(5_000_00n, source);
        const mid = (from: typeof source | typeof by, to: typeof source) => sandboxRates.midRate(from, to, atMs);
        const leg = priceRamp({
          direction: 'ON_RAMP',
          fixedAmount: { side: 'fiat', amount },
          fiat: source,
          token: by,
          mid: await mid(by, source),
          spread: CROSS_RAMP_SPREAD,
          premium: spread,
        });
        const fixedFee = fixedFeeFor(source);
        const byLeg =
          leg &&
          priceCrossRamp(
            { side: 'source', amount, source, target, fixedFee },
            ratesFromLeg(leg, await mid(by, target)),
          );
        const whole = priceAtMid({
          side: 'source',
          amount,
          source,
          target,
          mid: await mid(source, target),
          premium: spread,
          fixedFee,
        });
        if (byLeg === undefined || whole === undefined) throw new Error('Not priced');
        const off = byLeg.targetAmount.minor - whole.targetAmount.minor;
        expect(off <= 1n && off >= -1n, `${off}`).toBe(true);
        expect(compare(byLeg.rate, byLeg.platformRate)).toBeLessThanOrEqual(0);
        expect(byLeg.sourceAmount).toEqual(amount);
      }),
    );
  });

  it('refuses an amount that does not exceed the fee', () => {
    const leg = priceRamp({
      ...base,
      direction: 'ON_RAMP',
      fixedAmount: { side: 'fiat', amount: money(25_00n, 'MXN') },
    });
    expect(
      leg &&
        priceCrossRamp(
          {
            side: 'source',
            amount: leg.fiatAmount,
            source: 'MXN',
            target: 'USD',
            fixedFee: fixedFeeFor('MXN'),
          },
          ratesFromLeg(leg, decimal('1')),
        ),
    ).toBeUndefined();
  });
});
