import type { CrossRampQuote, RampQuote } from '#shared/quotes/domain/quote';
import { fixedFeeFor } from '#shared/quotes/domain/ramp-pricing';
import { decimal } from '#shared/values/money/decimal';
import { money } from '#shared/values/money/money';

const createdAtMs = Date.UTC(2026, 0, 15, 12);

const common = {
  id: '019bc1c5-0000-7000-8000-000000000005',
  partnerId: '019bc1c5-0000-7000-8000-000000000002',
  premiumSpread: decimal('0'),
  warnings: [],
  createdAtMs,
  expiresAtMs: createdAtMs + 60_000,
  usedBy: undefined,
};

/** Builds a quote for an on-ramp of 1,000 MXN to USDC. */
export function aRampQuote(overrides: Partial<RampQuote> = {}): RampQuote {
  return {
    ...common,
    kind: 'ON_RAMP',
    fixedSide: 'fiat',
    blockchain: 'POL',
    flow: 'REGULAR',
    forwarding: { days: 0, effectiveDays: 0, settlementAtMs: createdAtMs + 12 * 3_600_000, adjustments: [] },
    price: {
      fiatAmount: money(1000_00n, 'MXN'),
      cryptoAmount: money(50_000_000n, 'USDC'),
      rate: decimal('20'),
      platformRate: decimal('20'),
    },
    country: undefined,
    rail: undefined,
    ...overrides,
  };
}

/** Builds a quote for a cross-ramp of 1,025 MXN to 50 USD. */
export function aCrossRampQuote(overrides: Partial<CrossRampQuote> = {}): CrossRampQuote {
  return {
    ...common,
    kind: 'CROSS_RAMP',
    fixedSide: 'source',
    price: {
      sourceAmount: money(1025_00n, 'MXN'),
      targetAmount: money(50_00n, 'USD'),
      fixedFee: fixedFeeFor('MXN'),
      rate: decimal('0.05'),
      platformRate: decimal('0.05'),
    },
    targetCountry: undefined,
    targetRail: 'LOCAL',
    ...overrides,
  };
}
