import { describe, expect, it } from 'vitest';
import { decodeQuote, encodeQuote } from '#shared/data/items/quote';
import { forwardingOf } from '#shared/domain/calendar/settlement';
import { fixedFeeOf } from '#shared/domain/cross-ramp/pricing';
import type { CrossRampQuote } from '#shared/domain/cross-ramp/quote';
import { money } from '#shared/domain/money/money';
import type { RampQuote } from '#shared/domain/ramp/quote';
import { fraction } from '#shared/domain/rates/rate';

const createdAtMs = Date.UTC(2026, 3, 1, 12);

const common = {
  id: '019bc1c5-0000-7000-8000-000000000001',
  partnerId: '019bc1c5-0000-7000-8000-000000000002',
  premiumSpread: fraction('0.01'),
  createdAtMs,
  expiresAtMs: createdAtMs + 60_000,
  usedBy: undefined,
  warnings: [],
};

const crossRamp: CrossRampQuote = {
  ...common,
  kind: 'CROSS_RAMP',
  price: {
    sourceAmount: money(2000_01n, 'MXN'),
    targetAmount: money(106_42n, 'USD'),
    fixedFee: fixedFeeOf('MXN'),
    rate: fraction('0.05388777734'),
    houseRate: fraction('0.0544266551'),
  },
  givenSide: 'source',
  targetCountry: undefined,
  targetRail: 'LOCAL',
};

function ramp(kind: RampQuote['kind'], overrides: Partial<RampQuote> = {}): RampQuote {
  return {
    ...common,
    kind,
    price: {
      fiatAmount: money(60_000_00n, 'MXN'),
      cryptoAmount: money(3_235_796_123n, 'USDC'),
      rate: fraction('18.5422501'),
      houseRate: fraction('18.35866346'),
    },
    givenSide: 'fiat',
    blockchain: 'BSC',
    country: undefined,
    rail: undefined,
    flow: 'OTC',
    forwarding: forwardingOf(2, createdAtMs),
    ...overrides,
  };
}

describe('a stored quote', () => {
  it.each([
    crossRamp,
    { ...crossRamp, targetCountry: 'HK', targetRail: 'SWIFT' as const, usedBy: 'a-transaction' },
    ramp('ON_RAMP'),
    ramp('OFF_RAMP', { givenSide: 'crypto', country: 'MX', rail: 'SPEI' }),
    ramp('CROSS_RAMP_LEG', { usedBy: 'a-transaction' }),
    ramp('ON_RAMP', { warnings: ['PREMIUM_SPREAD_ABOVE_PRODUCTION_CEILING'] }),
    { ...crossRamp, warnings: ['PREMIUM_SPREAD_ABOVE_PRODUCTION_CEILING'] as const },
  ])('of kind $kind comes back as it was', (quote) => {
    // The store leaves out what is undefined.
    const stored = JSON.parse(JSON.stringify(encodeQuote(quote)));
    expect(decodeQuote(stored)).toEqual(quote);
    expect(stored).toMatchObject({ PK: `QUOTE#${quote.id}`, SK: 'META', entity: 'QUOTE' });
    expect(stored.ttl).toBe(quote.expiresAtMs / 1000 + 7 * 86_400);
  });

  it('of an unknown kind is refused', () => {
    expect(() => decodeQuote({ ...encodeQuote(crossRamp), kind: 'SWAP' })).toThrow();
  });
});
