/** Example transactions for the documentation. */
import type * as z from 'zod/mini';
import { crossRampQuote, crossRampRate } from '#shared/quotes/examples';
import { userId } from '#shared/users/examples';
import texts from './receipts/disclosures.json';
import type * as schemas from './response-schema';

export const userWallet = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Fields that the request bodies of on-ramp and off-ramp share. */
export const rampBody = { userId, fiatCurrency: 'MXN', blockchainSymbol: 'POL', tokenSymbol: 'USDC' } as const;

/** Example data that the partner attaches to the cross-ramp. */
export const annotations = { externalId: 'order-2087', metadata: { branch: 'Monterrey' } };

/** Documentation of the annotation fields in requests. */
export const annotationNotes = {
  externalId: 'Your id of the transaction, such as an order number. Several transactions can have the same id.',
  metadata:
    'Keys and values of your choice. At most 20 keys of at most 40 letters, digits, `_` and `-`. Do not send personal data or secrets.',
};
export const metadataChangesNote = 'Keys to set, or to remove with null. At most 20 keys, also after the change.';

const noAnnotations = { externalId: null, metadata: {} };

export const crossRamp: z.infer<typeof schemas.CrossRampTransaction> = {
  id: '019bc2bd-abc0-7f29-b01c-8a6e4d27f593',
  userId,
  status: 'PENDING',
  sourceCurrency: 'MXN',
  targetCurrency: 'USD',
  sourceAmount: 2000.01,
  targetAmount: 106.42,
  exchangeRate: 0.05388777734,
  premiumSpread: 0,
  fees: crossRampRate.fees,
  sourceBankAccount: {
    country: 'MX',
    accountIdentifier: '646180110400000007',
    bankName: 'STP',
    isVerified: true,
    beneficiary: 'Partner Ramp Sandbox',
    message: 'PR1C8A6E4D27F593',
  },
  targetBankAccount: { country: 'US', accountIdentifier: '123456789012', bankName: 'First Bank', isVerified: true },
  quoteId: crossRampQuote.quoteId,
  reference: 'Invoice 1042',
  ...annotations,
  targetRail: 'LOCAL',
  transactionHash: null,
  warnings: [],
  paymentUrl: 'https://sandbox.partner-ramp.example/pay/AZvCvavAfymwHIpuTSf1kysrse7mcebmh3UMi1o262U',
  createdAt: '2026-01-15T16:30:10.368Z',
};

export const completedCrossRamp: z.infer<typeof schemas.TransactionItem> = {
  ...crossRamp,
  status: 'COMPLETED',
  paymentUrl: null,
  type: 'CROSS_RAMP',
  version: 6,
  executedAt: null,
  completedAt: '2026-01-15T16:30:20.401Z',
  updatedAt: '2026-01-15T16:30:20.401Z',
  cancellationReason: null,
  cancellationMessage: null,
  invoice: { transactionHash: null, paymentUrl: null },
  rails: {
    deposit: {
      type: 'SPEI',
      reference: 'PR7C1D0A94E2B8F35160D7A2C4',
      at: '2026-01-15T16:30:12.371Z',
      proof: { status: 'VALID', url: null },
    },
    payout: { type: 'ACH', reference: '402719563381046', at: '2026-01-15T16:30:18.392Z' },
  },
  hold: null,
  surplusDeposits: [],
};

/** A cross-ramp after the release of its hold. The payout continues. */
export const releasedCrossRamp: z.infer<typeof schemas.TransactionItem> = {
  ...crossRamp,
  id: '019bc2bd-d6b8-7a11-9f3e-5c2b70de4418',
  userId: '019bc2bd-c130-7d02-8b6f-91e4a57c2d30',
  status: 'READY_BANK_TRANSFER',
  sourceBankAccount: { ...crossRamp.sourceBankAccount, message: 'PR3E5C2B70DE4418' },
  quoteId: null,
  reference: null,
  ...noAnnotations,
  paymentUrl: null,
  type: 'CROSS_RAMP',
  version: 6,
  executedAt: null,
  completedAt: null,
  updatedAt: '2026-01-15T16:30:20.401Z',
  cancellationReason: null,
  cancellationMessage: null,
  invoice: { transactionHash: null, paymentUrl: null },
  rails: {
    deposit: {
      type: 'SPEI',
      reference: 'PR19E4B6D2807A5C3F94B1E860',
      at: '2026-01-15T16:30:12.371Z',
      proof: { status: 'VALID', url: null },
    },
    payout: null,
  },
  hold: null,
  surplusDeposits: [],
};

const ramp = {
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
  ...noAnnotations,
  targetRail: null,
  transactionHash: null,
} as const;

export const onRamp: z.infer<typeof schemas.OnRampTransaction> = {
  ...ramp,
  forwardingAdjustments: [],
  warnings: [],
  paymentUrl: 'https://sandbox.partner-ramp.example/pay/AZvCwBGAekSPILPV56kcBlfkEWjBq4rCCg3HPfqwD68',
  id: '019bc2c0-1180-7a44-8f20-b3d5e7a91c06',
  status: 'PENDING_PAYMENT',
  cryptoAmount: 26.968913,
  fiatAmount: 500,
  exchangeRate: 18.539865,
  createdAt: '2026-01-15T16:32:11.584Z',
  destinationWalletAddress: userWallet,
  bankAccount: {
    country: 'MX',
    accountIdentifier: '646180110400000007',
    bankName: 'STP',
    isVerified: true,
    beneficiary: 'Partner Ramp Sandbox',
    message: 'PR20B3D5E7A91C06',
  },
};

export const offRamp: z.infer<typeof schemas.OffRampTransaction> = {
  ...ramp,
  forwardingAdjustments: [],
  warnings: [],
  paymentUrl: 'https://sandbox.partner-ramp.example/pay/AZvCwGrQfBil6R9yQL2T6OQvsA-LBLytJSIzyrdm1AY',
  id: '019bc2c0-6ad0-7c18-a5e9-1f7240bd93e8',
  status: 'PENDING_PAYMENT',
  cryptoAmount: 50,
  fiatAmount: 917.8,
  exchangeRate: 18.35621891,
  createdAt: '2026-01-15T16:32:34.448Z',
  destinationWalletAddress: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  bankAccount: { country: 'MX', accountIdentifier: '012180015500000008', bankName: 'BBVA MEXICO', isVerified: false },
};

type Disclosures = z.infer<typeof schemas.Receipt>['disclosures'];

const toDisclosures = (...codes: (keyof typeof texts.en)[]): Disclosures =>
  codes.map((code) => ({ code, text: texts.en[code] }));
const disclosures = toDisclosures('PROVIDER', 'SHORTFALL', 'RETURN', 'FRAUD');
const returnDisclosures = toDisclosures('PROVIDER', 'RETURNED', 'FRAUD');
const nowhere = { account: null, bankName: null, country: null, blockchain: null };
const parties = {
  sender: { name: 'Ana García', ...nowhere },
  recipient: { ...nowhere, name: 'Ana García', account: '123456789012', bankName: 'First Bank', country: 'US' },
};

/** Receipt of the completed cross-ramp. */
export const receipt: z.infer<typeof schemas.Receipt> = {
  environment: 'sandbox',
  receiptId: '019bc2be-0c51-7d4e-9a8b-33c1f0a97e12',
  transactionId: crossRamp.id,
  type: 'CROSS_RAMP',
  ...annotations,
  issuedAt: '2026-01-15T16:30:35.217Z',
  completedAt: '2026-01-15T16:30:20.401Z',
  ...parties,
  sourceAmount: 2000.01,
  sourceCurrency: 'MXN',
  targetAmount: 106.42,
  targetCurrency: 'USD',
  fees: [{ type: 'FIXED', amount: 25, currency: 'MXN' }],
  rate: 0.05388777734,
  rails: {
    deposit: { type: 'SPEI', reference: 'PR1C8A6E4D27F593', at: '2026-01-15T16:30:12.379Z' },
    payout: { type: 'ACH', reference: '402719563381046', at: '2026-01-15T16:30:20.401Z' },
  },
  disclosures,
};

/** Receipt of the returned payout of the off-ramp. */
export const returnReceipt: z.infer<typeof schemas.ReturnReceipt> = {
  environment: 'sandbox',
  receiptId: '019bc2c1-7a1b-7c55-8e0f-5b2d94c7a6e3',
  transactionId: offRamp.id,
  type: 'OFF_RAMP',
  ...noAnnotations,
  originalReceiptId: '019bc2c1-7a19-7b02-b6d4-0a8e75f13c29',
  issuedAt: '2026-01-15T16:33:20.163Z',
  returnedAt: '2026-01-15T16:33:05.250Z',
  sender: parties.sender,
  recipient: {
    ...parties.recipient,
    account: '012180015500000008',
    bankName: 'BBVA MEXICO',
    country: 'MX',
  },
  amount: 917.8,
  currency: 'MXN',
  reason: 'RETURNED_BY_BANK',
  disclosures: returnDisclosures,
};
