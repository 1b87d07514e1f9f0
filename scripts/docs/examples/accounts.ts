/** Examples of what is kept beside the transactions: bank accounts, receivers, wallets, virtual accounts. */
import type { ResponseData } from '#shared/api/response-schemas';
import { PRINTABLE } from '#shared/values/printable-text';
import type { Example } from './example';

type AccountOperation =
  | 'createUserBankAccount'
  | 'listUserBankAccounts'
  | 'deleteUserBankAccount'
  | 'createReceiver'
  | 'listReceivers'
  | 'getReceiver'
  | 'deleteReceiver'
  | 'createReceiverBankAccount'
  | 'listReceiverBankAccounts'
  | 'deleteReceiverBankAccount'
  | 'getBankRequirements'
  | 'startBankingOnboarding'
  | 'getBankingOnboarding'
  | 'createWallet'
  | 'listWallets'
  | 'getWalletBalances'
  | 'deleteWallet';

const partnerId = '019bc2b0-1f40-7d0a-8a53-6f0e2b7c9d14';
const userId = '019bc2bc-9a30-7c44-9d3e-2f6a1b0c8d51';
const bankAccountId = '019bc2bd-e660-7d05-b3a1-7c9e40f2d681';
const virtualAccountId = '019bc2be-0d70-7b12-9f4e-61a8c0d35e27';
const receiverId = '019bc2be-3480-7e90-8b67-2d5f1c04a9e3';
const receiverAccountId = '019bc2be-5b90-7a4c-a0d8-f3617b8e2c15';
const walletId = '019bc2be-82a0-7c31-8e59-b4d20f9a6c78';

const nowhere = {
  receiverId: null,
  accountType: null,
  clabe: null,
  rampType: null,
  documentNumber: null,
  documentType: null,
  routingNumber: null,
  bic: null,
  iban: null,
  accountHolder: null,
  address: null,
  alias: null,
  verifiedAt: null,
  version: 1,
} as const;

const anasAccount: ResponseData<'BankAccountRecord'> = {
  ...nowhere,
  id: bankAccountId,
  userId,
  partnerId,
  bankName: 'STP',
  accountNumber: '646180110400000007',
  clabe: '646180110400000007',
  country: 'MX',
  rampType: 'OFF_RAMP',
  alias: 'Savings',
  isVerified: false,
  verificationStatus: 'PENDING',
  createdAt: '2026-01-15T16:31:02.112Z',
  updatedAt: '2026-01-15T16:31:02.112Z',
};

const receiver: ResponseData<'Receiver'> = {
  id: receiverId,
  userId,
  receiverType: 'BUSINESS',
  email: 'accounts@acme.example.com',
  taxId: 'DE136695976',
  firstName: null,
  lastName: null,
  countryOfBirth: null,
  dateOfBirth: null,
  phoneNumber: null,
  businessName: 'ACME GmbH',
  countryOfConstitution: 'DE',
  dateOfConstitution: '2001-02-28',
  createdAt: '2026-01-15T16:31:22.560Z',
  updatedAt: '2026-01-15T16:31:22.560Z',
};

const receiverAccount: ResponseData<'BankAccountRecord'> = {
  ...nowhere,
  id: receiverAccountId,
  userId,
  partnerId,
  receiverId,
  bankName: 'Commerzbank',
  accountNumber: 'DE89370400440532013000',
  country: 'DE',
  bic: 'COBADEFFXXX',
  iban: 'DE89370400440532013000',
  accountHolder: { type: 'BUSINESS', firstName: null, lastName: null, businessName: 'ACME GmbH' },
  isVerified: true,
  verificationStatus: 'NOT_REQUIRED',
  createdAt: '2026-01-15T16:31:32.405Z',
  updatedAt: '2026-01-15T16:31:32.405Z',
};

const virtualAccount: ResponseData<'BankAccountRecord'> = {
  ...nowhere,
  id: virtualAccountId,
  userId,
  partnerId,
  bankName: 'Sandbox Bank',
  accountNumber: '901234567890',
  accountType: 'CHECKING',
  country: 'US',
  rampType: 'CROSS_RAMP',
  routingNumber: '900000003',
  accountHolder: { type: 'INDIVIDUAL', firstName: 'Ana', lastName: 'García', businessName: null },
  address: {
    streetLine1: '1 Sandbox Plaza',
    streetLine2: null,
    city: 'New York',
    state: 'NY',
    postalCode: '10001',
    country: 'US',
  },
  isVerified: true,
  verificationStatus: 'NOT_REQUIRED',
  createdAt: '2026-01-15T16:31:12.730Z',
  updatedAt: '2026-01-15T16:31:12.730Z',
};

const wallet: ResponseData<'Wallet'> = {
  id: walletId,
  userId,
  vmType: 'EVM',
  walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  alias: 'Main',
  createdAt: '2026-01-15T16:31:42.084Z',
  updatedAt: '2026-01-15T16:31:42.084Z',
};

const tokens: ResponseData<'TokenBalance'>[] = [
  { symbol: 'USDC', balance: '0.000000' },
  { symbol: 'USDT', balance: '0.000000' },
];
const deletedAt = '2026-01-15T16:32:10.219Z';

export const accountExamples: { readonly [Id in AccountOperation]: Example<Id> } = {
  createUserBankAccount: {
    path: { userId },
    body: {
      country: 'MX',
      accountIdentifier: '646180110400000007',
      alias: 'Savings',
      rampType: 'OFF_RAMP',
    },
    data: anasAccount,
  },
  listUserBankAccounts: {
    path: { userId },
    query: { country: 'MX' },
    body: undefined,
    data: { count: 1, total: 3, data: [anasAccount] },
  },
  deleteUserBankAccount: {
    path: { userId, id: bankAccountId },
    body: undefined,
    data: { id: bankAccountId, deletedAt },
  },
  createReceiver: {
    body: {
      userId,
      receiverType: 'BUSINESS',
      email: 'accounts@acme.example.com',
      taxId: 'DE136695976',
      businessName: 'ACME GmbH',
      countryOfConstitution: 'DE',
      dateOfConstitution: '2001-02-28',
    },
    data: receiver,
  },
  listReceivers: { query: { userId }, body: undefined, data: { count: 1, total: 1, data: [receiver] } },
  getReceiver: { path: { receiverId }, body: undefined, data: receiver },
  deleteReceiver: { path: { receiverId }, body: undefined, data: { id: receiverId, deletedAt } },
  createReceiverBankAccount: {
    path: { receiverId },
    body: {
      country: 'DE',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      bankName: 'Commerzbank',
      accountHolder: { businessName: 'ACME GmbH' },
    },
    data: receiverAccount,
  },
  listReceiverBankAccounts: {
    path: { receiverId },
    body: undefined,
    data: { count: 1, total: 1, data: [receiverAccount] },
  },
  deleteReceiverBankAccount: {
    path: { receiverId, id: receiverAccountId },
    body: undefined,
    data: { id: receiverAccountId, deletedAt },
  },
  getBankRequirements: {
    query: { country: 'MX' },
    body: undefined,
    data: {
      title: 'Bank details for MX',
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        accountIdentifier: { type: 'string', pattern: '^[0-9]{18}$' },
        bankName: { type: 'string', minLength: 1, maxLength: 200, pattern: PRINTABLE.source },
      },
      required: ['accountIdentifier'],
    },
  },
  startBankingOnboarding: {
    path: { userId },
    body: { country: 'US' },
    data: { outcome: 'SUBMITTED' },
  },
  getBankingOnboarding: {
    path: { userId },
    query: { country: 'US' },
    body: undefined,
    data: {
      country: 'US',
      canRequest: false,
      status: 'COMPLETED',
      outstandingRequirements: [],
      kybUrl: null,
      virtualAccount,
    },
  },
  createWallet: {
    path: { userId },
    body: { vmType: 'EVM', walletAddress: wallet.walletAddress, alias: 'Main' },
    data: wallet,
  },
  listWallets: { path: { userId }, body: undefined, data: { count: 1, total: 1, data: [wallet] } },
  getWalletBalances: {
    path: { userId },
    query: { blockchain: 'POL' },
    body: undefined,
    data: {
      balances: [{ blockchain: 'POL', flow: 'REGULAR', walletAddress: wallet.walletAddress, tokens }],
    },
  },
  deleteWallet: { path: { userId, walletId }, body: undefined, data: { id: walletId, deletedAt } },
};
