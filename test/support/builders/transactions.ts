import { fixedFeeFor } from '#shared/quotes/domain/ramp-pricing';
import { kindFacts } from '#shared/transactions/domain/status-facts';
import type { CrossRamp, OffRamp, OnRamp, Transaction } from '#shared/transactions/domain/transaction';
import { decimal } from '#shared/values/money/decimal';
import { money } from '#shared/values/money/money';
import type { TransactionKind } from '#shared/values/transaction-kinds';

const createdAtMs = Date.UTC(2026, 0, 15, 12);

const common = {
  id: '019bc1c5-0000-7000-8000-000000000001',
  partnerId: '019bc1c5-0000-7000-8000-000000000002',
  userId: '019bc1c5-0000-7000-8000-000000000003',
  version: 1,
  sequence: 1,
  premiumSpread: decimal('0.01'),
  quoteId: undefined,
  warnings: [],
  createdAtMs,
  updatedAtMs: createdAtMs,
  completedAtMs: undefined,
  cancellationReason: undefined,
  payoutReturn: undefined,
  refundHeld: undefined,
  depositRail: undefined,
  payoutRail: undefined,
  hold: undefined,
  surplusDeposits: [],
  linkDigest: undefined,
};

const ramp = {
  ...common,
  blockchain: 'POL',
  flow: 'REGULAR',
  forwarding: { days: 0, effectiveDays: 0, settlementAtMs: createdAtMs, adjustments: [] },
} as const;

/** Builds a pending cross-ramp of 2000.01 MXN to USD. */
export function aCrossRamp(overrides: Partial<CrossRamp> = {}): CrossRamp {
  return {
    ...common,
    kind: 'CROSS_RAMP',
    status: 'PENDING',
    sourceAmount: money(200_001n, 'MXN'),
    targetAmount: money(97_28n, 'USD'),
    fixedFee: fixedFeeFor('MXN'),
    rate: decimal('0.0492586572'),
    platformRate: decimal('0.04975124378'),
    sourceBankAccount: {
      country: 'MX',
      accountIdentifier: '646180110400000007',
      bankName: 'STP',
      message: 'PR0000',
    },
    targetBankAccount: { country: 'US', accountIdentifier: '1', bankName: 'Bank', isVerified: true },
    targetRail: 'LOCAL',
    bankAccountId: undefined,
    reference: undefined,
    invoiceKey: undefined,
    deadlineMs: createdAtMs + kindFacts.CROSS_RAMP.expiryMs,
    ...overrides,
  };
}

/** Builds a pending on-ramp of 1,000 MXN to USDC. */
export function anOnRamp(overrides: Partial<OnRamp> = {}): OnRamp {
  return {
    ...ramp,
    kind: 'ON_RAMP',
    status: 'PENDING_PAYMENT',
    fiatAmount: money(1000_00n, 'MXN'),
    cryptoAmount: money(53_129_000n, 'USDC'),
    rate: decimal('18.822'),
    platformRate: decimal('18.635'),
    destinationWalletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    transactionHash: undefined,
    depositAccount: {
      country: 'MX',
      accountIdentifier: '646180110400000007',
      bankName: 'STP',
      message: 'PR0000',
    },
    deadlineMs: createdAtMs + kindFacts.ON_RAMP.expiryMs,
    ...overrides,
  };
}

/** Builds a pending off-ramp of 50 USDC to MXN. */
export function anOffRamp(overrides: Partial<OffRamp> = {}): OffRamp {
  return {
    ...ramp,
    kind: 'OFF_RAMP',
    status: 'PENDING_PAYMENT',
    fiatAmount: money(903_60n, 'MXN'),
    cryptoAmount: money(50_000_000n, 'USDC'),
    rate: decimal('18.072'),
    platformRate: decimal('18.253'),
    depositAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    bankAccount: {
      country: 'MX',
      accountIdentifier: '646180110400000007',
      bankName: 'STP',
      isVerified: false,
    },
    executedAtMs: undefined,
    bankAccountId: undefined,
    transactionHash: undefined,
    invoiceKey: undefined,
    deadlineMs: createdAtMs + kindFacts.OFF_RAMP.expiryMs,
    ...overrides,
  };
}

/** Builds a new transaction of this type. */
export function aTransaction(kind: TransactionKind): Transaction {
  return { ON_RAMP: anOnRamp, OFF_RAMP: anOffRamp, CROSS_RAMP: aCrossRamp }[kind]();
}
