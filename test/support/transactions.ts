import { fixedFeeOf } from '#shared/domain/cross-ramp/pricing';
import { money } from '#shared/domain/money/money';
import { fraction } from '#shared/domain/rates/rate';
import { CROSS_RAMP_EXPIRY_MS, type CrossRamp } from '#shared/domain/transactions/cross-ramp';

const createdAtMs = Date.UTC(2026, 0, 15, 12);

/** A pending cross-ramp of 2000.01 MXN to dollars, with whatever a test needs different. */
export function aCrossRamp(overrides: Partial<CrossRamp> = {}): CrossRamp {
  return {
    kind: 'CROSS_RAMP',
    id: '019bc1c5-0000-7000-8000-000000000001',
    partnerId: '019bc1c5-0000-7000-8000-000000000002',
    userId: '019bc1c5-0000-7000-8000-000000000003',
    status: 'PENDING',
    version: 1,
    sequence: 1,
    sourceAmount: money(200_001n, 'MXN'),
    targetAmount: money(97_28n, 'USD'),
    fixedFee: fixedFeeOf('MXN'),
    rate: fraction('0.0492586572'),
    houseRate: fraction('0.04975124378'),
    premiumSpread: fraction('0.01'),
    quoteId: undefined,
    sourceBankAccount: { country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP', message: 'PR0000' },
    targetBankAccount: { country: 'US', accountIdentifier: '1', bankName: 'Bank', isVerified: true },
    targetRail: 'LOCAL',
    reference: undefined,
    createdAtMs,
    updatedAtMs: createdAtMs,
    expiresAtMs: createdAtMs + CROSS_RAMP_EXPIRY_MS,
    completedAtMs: undefined,
    cancellationReason: undefined,
    payoutReturn: undefined,
    ...overrides,
  };
}
