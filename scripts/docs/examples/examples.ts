/**
 * One example per operation, all of one story: a partner sets its webhook URL, registers Ana, has her
 * verified and moves 2000.01 pesos into dollars. The tests play the story against the local stack and compare
 * every answer, so what stands here is what comes back; ids, instants and rates differ from run to run.
 */

import type { ContractId } from '#scripts/docs/contracts';
import type { ResponseData } from '#shared/api/response-schemas';
import { sandboxRules } from '#shared/transactions/domain/sandbox/amounts';
import type { TransactionKind } from '#shared/transactions/domain/status-facts';
import { accountExamples } from './accounts';
import { associatedPersonExamples } from './associated-persons';
import type { Example } from './example';
import { notificationExamples } from './notifications';
import { quoteExamples } from './quotes';
import { rampExamples } from './ramps';
import { userExamples } from './users';
import { verificationExamples } from './verification-links';
import { webhookExamples } from './webhooks';

export const WEBHOOK_URL = 'https://partner.example.com/webhooks';

const partnerId = '019bc2b0-1f40-7d0a-8a53-6f0e2b7c9d14';
const settingsId = '019bc2b0-1f41-7b52-b6f0-93c5d1e87a20';
const userId = '019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51';
const verificationId = '019bc2bc-e850-7a18-8c2d-7b4f90e1a6d3';
const quoteId = '019bc2bd-8490-7e61-a7c8-50d2f3b91e47';
const transactionId = '019bc2bd-abc0-7f29-b01c-8a6e4d27f593';
const notificationId = '019bc2bd-d2d0-7583-9e64-c1f7a05b3d82';
const earlierNotificationId = '019bc2bd-cb00-7c9e-8d17-3e60b2f4a9c5';

const price: ResponseData<'CrossRampRate'> = {
  fees: { fixedFee: 25, feeCurrency: 'MXN' },
  sourceAmount: 2000.01,
  targetAmount: 106.42,
  sourceCurrency: 'MXN',
  targetCurrency: 'USD',
  rate: 0.05388777734,
  premiumSpread: 0,
  spread: 0.005,
  flow: 'OTC',
  warnings: [],
};

const ana: ResponseData<'User'> = {
  id: userId,
  type: 'INDIVIDUAL',
  email: 'ana.garcia@example.com',
  externalUserId: 'customer-1042',
  alias: null,
  kycStatus: 'VERIFIED',
  firstName: 'Ana',
  lastName: 'García',
  businessName: null,
  version: 3,
  createdAt: '2026-01-15T16:29:00.080Z',
  updatedAt: '2026-01-15T16:29:22.417Z',
};

const kyc: ResponseData<'Kyc'> = {
  userId,
  verificationId,
  status: 'VERIFIED',
  country: 'MX',
  version: 2,
  submittedAt: '2026-01-15T16:29:20.336Z',
  decidedAt: '2026-01-15T16:29:22.417Z',
  rejectionReasons: [],
};

const created: ResponseData<'CrossRampTransaction'> = {
  id: transactionId,
  userId,
  status: 'PENDING',
  sourceCurrency: 'MXN',
  targetCurrency: 'USD',
  sourceAmount: 2000.01,
  targetAmount: 106.42,
  exchangeRate: 0.05388777734,
  premiumSpread: 0,
  fees: price.fees,
  sourceBankAccount: {
    country: 'MX',
    accountIdentifier: '646180110400000007',
    bankName: 'STP',
    isVerified: true,
    message: 'PR1C8A6E4D27F593',
  },
  targetBankAccount: {
    country: 'US',
    accountIdentifier: '123456789012',
    bankName: 'First Bank',
    isVerified: true,
  },
  quoteId,
  reference: 'Invoice 1042',
  targetRail: 'LOCAL',
  transactionHash: null,
  warnings: [],
  createdAt: '2026-01-15T16:30:10.368Z',
};

const completed: ResponseData<'TransactionItem'> = {
  ...created,
  status: 'COMPLETED',
  type: 'CROSS_RAMP',
  version: 6,
  executedAt: null,
  completedAt: '2026-01-15T16:30:20.401Z',
  updatedAt: '2026-01-15T16:30:20.401Z',
  cancellationReason: null,
  cancellationMessage: null,
  invoice: { transactionHash: null, paymentUrl: null },
  surplusDeposits: [],
};

const settings: ResponseData<'WebhookSettings'> = {
  id: settingsId,
  partnerId,
  url: WEBHOOK_URL,
  eventTypes: null,
  secretRotatedAt: null,
  previousSecretsExpireAt: [],
  createdAt: '2026-01-15T16:15:22.112Z',
  updatedAt: '2026-01-15T16:16:05.730Z',
};

function step(from: string | null, to: string, cause: string, second: string): ResponseData<'TimelineEntry'> {
  return { from, to, at: `2026-01-15T16:30:${second}Z`, cause };
}

export const examples: { readonly [Id in ContractId]: Example<Id> } = {
  updateWebhookSettings: {
    body: { url: WEBHOOK_URL },
    data: { ...settings, secret: 'whsec_c2FtcGxlIHNlY3JldCBvZiB0aGUgZG9jdW1lbnRhdGk=' },
  },
  getWebhookSettings: { body: undefined, data: settings },
  createUser: {
    body: { type: 'INDIVIDUAL', email: ana.email, externalUserId: 'customer-1042' },
    data: { userId },
  },
  startKyc: {
    path: { userId },
    body: {
      country: 'MX',
      firstName: 'Ana',
      lastName: 'García',
      dateOfBirth: '1990-05-17',
      countryOfBirth: 'Mexico',
      profession: 'ENGINEER',
      economicActivity: 'DESARROLLO DE SOFTWARE',
      phoneNumber: '+525512345678',
      taxId: 'GAAA900517AB1',
      address: {
        street: 'Av. Reforma 10',
        city: 'Ciudad de México',
        state: 'CDMX',
        zipCode: '06600',
        country: 'MX',
      },
      identity: {
        type: 'GOVERNMENT_ID',
        frontIdUrl: 'https://files.example.com/ana/ine-front.jpg',
        backIdUrl: 'https://files.example.com/ana/ine-back.jpg',
      },
      selfieUrl: 'https://files.example.com/ana/selfie.jpg',
      documents: [{ type: 'ADDRESS_PROOF', fileUrl: 'https://files.example.com/ana/address.pdf' }],
    },
    data: { userId, verificationId, status: 'IN_PROGRESS' },
  },
  getUserKyc: { path: { userId }, body: undefined, data: kyc },
  getKycDetails: { query: { userId }, body: undefined, data: kyc },
  getUser: { path: { userId }, body: undefined, data: ana },
  listUsers: {
    query: { kycStatus: 'VERIFIED', limit: 20 },
    body: undefined,
    data: { count: 1, total: 1, data: [ana] },
  },
  listChanges: {
    query: { types: 'KYC', limit: 2 },
    body: undefined,
    data: {
      data: [
        {
          type: 'KYC',
          id: verificationId,
          version: 1,
          at: '2026-01-15T16:29:20.336Z',
          resource: { ...kyc, version: 1, status: 'IN_PROGRESS', decidedAt: null },
        },
        { type: 'KYC', id: verificationId, version: 2, at: '2026-01-15T16:29:22.417Z', resource: kyc },
      ],
      nextCursor: 'YzE6NDoz',
    },
  },
  getCrossRampRate: {
    query: { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000.01 },
    body: undefined,
    data: price,
  },
  createCrossRampQuote: {
    body: { sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000.01 },
    data: { quoteId, ...price, expiresAt: '2026-01-15T16:31:00.304Z' },
  },
  getCrossRampQuote: {
    path: { id: quoteId },
    body: undefined,
    data: { quoteId, ...price, expiresAt: '2026-01-15T16:31:00.304Z', usedBy: transactionId },
  },
  createCrossRamp: {
    headers: { 'Idempotency-Key': '5f0c6a5e-8b1d-4c39-9a44-0d6a1f2e7b90' },
    body: {
      userId,
      quoteId,
      targetBankAccount: {
        accountIdentifier: '123456789012',
        bankName: 'First Bank',
        routingNumber: '021000021',
        accountHolder: { firstName: 'Ana', lastName: 'García' },
        address: { streetLine1: '1 Main St', city: 'Austin', postalCode: '73301', country: 'US' },
      },
      reference: 'Invoice 1042',
    },
    data: created,
  },
  getTransaction: { path: { id: transactionId }, body: undefined, data: completed },
  listTransactions: {
    query: { status: 'COMPLETED', userId },
    body: undefined,
    data: { count: 1, total: 1, data: [completed] },
  },
  ...rampExamples,
  ...userExamples(ana),
  ...verificationExamples(userId),
  listTransactionEvents: {
    path: { id: transactionId },
    body: undefined,
    data: {
      count: 6,
      total: 6,
      data: [
        step(null, 'PENDING', 'CREATED', '10.368'),
        step('PENDING', 'FIAT_RECEIVED', 'DEPOSIT_RECEIVED', '12.379'),
        step('FIAT_RECEIVED', 'IN_PROGRESS', 'CONVERSION_STARTED', '14.385'),
        step('IN_PROGRESS', 'READY_BANK_TRANSFER', 'CONVERSION_COMPLETED', '16.390'),
        step('READY_BANK_TRANSFER', 'BANK_TRANSFER_PENDING', 'PAYOUT_SUBMITTED', '18.396'),
        step('BANK_TRANSFER_PENDING', 'COMPLETED', 'PAYOUT_COMPLETED', '20.401'),
      ],
    },
  },
  ...notificationExamples({ userId, transactionId, notificationId, earlierNotificationId }),
  ...associatedPersonExamples,
  ...quoteExamples,
  ...accountExamples,
  ...webhookExamples,
  getMockTestingGuide: {
    body: undefined,
    data: {
      enabled: true,
      environment: 'sandbox',
      onRampRules: guideRows('ON_RAMP'),
      offRampRules: guideRows('OFF_RAMP'),
      crossRampRules: guideRows('CROSS_RAMP'),
    },
  },
};

/**
 * The example of an operation, for code that goes over all of them.
 * @throws Error when there is none; the compiler says so too, but the documents are generated without it
 */
export function exampleFor(id: ContractId): {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly data: unknown;
} {
  const example: Example<ContractId> | undefined = examples[id];
  if (example === undefined) throw new Error(`${id} has no example in scripts/docs/examples/examples.ts`);
  return example;
}

function guideRows(kind: TransactionKind) {
  return sandboxRules[kind].map(({ amount, outcome, reason, description }) => ({
    amount: Number(amount),
    outcome,
    reason,
    description,
  }));
}
