import { describe, expect, it } from 'vitest';
import type { CrossRampQuote, RampQuote } from '#shared/quotes/domain/quote';
import { fixedFeeFor } from '#shared/quotes/domain/ramp-pricing';
import { scheduleSettlement } from '#shared/quotes/domain/settlement';
import { decodeQuote, encodeQuote } from '#shared/quotes/item';
import { decimal } from '#shared/values/money/decimal';
import { money } from '#shared/values/money/money';

const createdAtMs = Date.UTC(2026, 3, 1, 12);

const common = {
  id: '019bc1c5-0000-7000-8000-000000000001',
  partnerId: '019bc1c5-0000-7000-8000-000000000002',
  premiumSpread: decimal('0.01'),
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
    fixedFee: fixedFeeFor('MXN'),
    rate: decimal('0.05388777734'),
    platformRate: decimal('0.0544266551'),
  },
  fixedSide: 'source',
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
      rate: decimal('18.5422501'),
      platformRate: decimal('18.35866346'),
    },
    fixedSide: 'fiat',
    blockchain: 'BSC',
    country: undefined,
    rail: undefined,
    flow: 'OTC',
    forwarding: scheduleSettlement(2, createdAtMs),
    ...overrides,
  };
}

describe('a stored quote', () => {
  it.each([
    crossRamp,
    { ...crossRamp, targetCountry: 'HK', targetRail: 'SWIFT' as const, usedBy: 'a-transaction' },
    ramp('ON_RAMP'),
    ramp('OFF_RAMP', { fixedSide: 'crypto', country: 'MX', rail: 'SPEI' }),
    ramp('CROSS_RAMP_LEG', { usedBy: 'a-transaction' }),
    ramp('ON_RAMP', { warnings: ['PREMIUM_SPREAD_ABOVE_PRODUCTION_CEILING'] }),
    { ...crossRamp, warnings: ['PREMIUM_SPREAD_ABOVE_PRODUCTION_CEILING'] as const },
  ])('of kind $kind is read back unchanged', (quote) => {
    // The table omits undefined values.
    const stored = JSON.parse(JSON.stringify(encodeQuote(quote)));
    expect(decodeQuote(stored)).toEqual(quote);
    expect(stored).toMatchObject({ PK: `QUOTE#${quote.id}`, SK: 'META', entity: 'QUOTE' });
    expect(stored.ttl).toBe(quote.expiresAtMs / 1000 + 7 * 86_400);
  });

  it('of an unknown kind is refused', () => {
    expect(() => decodeQuote({ ...encodeQuote(crossRamp), kind: 'SWAP' })).toThrow();
  });
});
