/** Examples of the on-ramp and off-ramp operations and of what is done with transactions. */
import type { ResponseData } from '#shared/api/response-schemas';

const userId = '019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51';
const crossRampId = '019bc2bd-abc0-7f29-b01c-8a6e4d27f593';
const onRampId = '019bc2c0-1180-7a44-8f20-b3d5e7a91c06';
const offRampId = '019bc2c0-6ad0-7c18-a5e9-1f7240bd93e8';
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';

const regular = {
  userId,
  crossFiatAmount: 0,
  tokenSymbol: 'USDC',
  blockchainSymbol: 'POL',
  fiatCurrency: 'MXN',
  premiumSpread: 0,
  flow: 'REGULAR',
  forwardingDays: 0,
  effectiveForwardingDays: 0,
  forwardingSettlementDate: '2026-01-16T00:00:00.000Z',
  completedAt: null,
  quoteId: null,
  reference: null,
  targetRail: null,
  transactionHash: null,
} as const;

/** The hash of the tokens' arrival. */
const transactionHash = '0x8c1f3e5a7b9d2f4061738495a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f';

/** Nothing arrived beyond the deposit. */
const none: ResponseData<'OffRampItem'>['surplusDeposits'] = [];

const onRamp: ResponseData<'OnRampTransaction'> = {
  ...regular,
  forwardingAdjustments: [],
  warnings: [],
  id: onRampId,
  status: 'PENDING_PAYMENT',
  cryptoAmount: 26.968913,
  fiatAmount: 500,
  exchangeRate: 18.539865,
  createdAt: '2026-01-15T16:32:11.584Z',
  destinationWalletAddress: wallet,
  bankAccount: {
    country: 'MX',
    accountIdentifier: '646180110400000007',
    bankName: 'STP',
    isVerified: true,
    message: 'PR20B3D5E7A91C06',
  },
};

const offRamp: ResponseData<'OffRampTransaction'> = {
  ...regular,
  forwardingAdjustments: [],
  warnings: [],
  id: offRampId,
  status: 'PENDING_PAYMENT',
  cryptoAmount: 50,
  fiatAmount: 917.8,
  exchangeRate: 18.35621891,
  createdAt: '2026-01-15T16:32:34.448Z',
  destinationWalletAddress: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  bankAccount: {
    country: 'MX',
    accountIdentifier: '012180015500000008',
    bankName: 'BBVA MEXICO',
    isVerified: false,
  },
};

type Side = 'DEBIT' | 'CREDIT';

function ledgerLine(
  side: Side,
  account: string,
  amount: string,
  currency: string,
  cause: string,
  second: string,
): ResponseData<'LedgerLine'> {
  return { account, side, amount, currency, at: `2026-01-15T16:30:${second}Z`, cause };
}

const user = `user:${userId}`;
const ledger = [
  ledgerLine('DEBIT', 'settlement:pay-in', '2000.01', 'MXN', 'DEPOSIT_RECEIVED', '12.379'),
  ledgerLine('CREDIT', user, '2000.01', 'MXN', 'DEPOSIT_RECEIVED', '12.379'),
  ledgerLine('DEBIT', user, '25.00', 'MXN', 'CONVERSION_COMPLETED', '16.390'),
  ledgerLine('CREDIT', 'platform:fees', '25.00', 'MXN', 'CONVERSION_COMPLETED', '16.390'),
  ledgerLine('DEBIT', user, '1975.01', 'MXN', 'CONVERSION_COMPLETED', '16.390'),
  ledgerLine('CREDIT', 'platform:position', '1975.01', 'MXN', 'CONVERSION_COMPLETED', '16.390'),
  ledgerLine('DEBIT', 'platform:position', '106.42', 'USD', 'CONVERSION_COMPLETED', '16.390'),
  ledgerLine('CREDIT', user, '106.42', 'USD', 'CONVERSION_COMPLETED', '16.390'),
  ledgerLine('DEBIT', user, '106.42', 'USD', 'PAYOUT_COMPLETED', '20.401'),
  ledgerLine('CREDIT', 'settlement:pay-out', '106.42', 'USD', 'PAYOUT_COMPLETED', '20.401'),
];

const pair = { fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' } as const;

export const rampExamples = {
  listTransactionLedger: {
    path: { id: crossRampId },
    body: undefined,
    data: { count: ledger.length, total: ledger.length, data: ledger },
  },
  createOnRamp: {
    headers: { 'idempotency-key': '7d1c5f0e-93a2-4b68-8e57-0c9f2a41d3b6' },
    body: { userId, ...pair, fiatAmount: 500, destinationWalletAddress: wallet },
    data: onRamp,
  },
  cancelTransaction: {
    path: { id: onRampId },
    body: undefined,
    data: { id: onRampId, userId, status: 'CANCELLED' },
  },
  createOffRamp: {
    headers: { 'idempotency-key': 'b2e84a17-5c60-4d39-9f0b-61d7c3a850e4' },
    body: {
      userId,
      ...pair,
      cryptoAmount: 50,
      userBankInformation: { accountIdentifier: '012180015500000008' },
    },
    data: offRamp,
  },
  executeOffRamp: {
    body: { transactionId: offRampId },
    data: { id: offRampId, status: 'PENDING' },
  },
  simulateTransaction: {
    path: { id: offRampId },
    body: { event: 'PAYOUT_RETURNED' },
    data: {
      ...offRamp,
      bankAccount: { ...offRamp.bankAccount, isVerified: true },
      status: 'COMPLETED',
      type: 'OFF_RAMP',
      version: 8,
      executedAt: '2026-01-15T16:32:36.021Z',
      completedAt: '2026-01-15T16:32:46.102Z',
      updatedAt: '2026-01-15T16:33:05.250Z',
      cancellationReason: null,
      cancellationMessage: null,
      transactionHash,
      invoice: { transactionHash, paymentUrl: null },
      payoutReturn: {
        amount: 917.8,
        currency: 'MXN',
        reason: 'RETURNED_BY_BANK',
        at: '2026-01-15T16:33:05.250Z',
      },
      surplusDeposits: none,
    },
  },
} as const;
