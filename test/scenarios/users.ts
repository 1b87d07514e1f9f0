import { randomUUID } from 'node:crypto';
import type { Scenarios } from '#test/support/scenarios/scenario';

export const users: Scenarios = {
  createUser: {
    body: () => ({ type: 'INDIVIDUAL', email: `example-${randomUUID()}@example.com` }),
    others: [{ email: 'another@example.com' }],
    effect: { entity: 'USER' },
    roundTrips: 2,
    billed: [1, 10],
    example: { after: 'getWebhookSettings' },
  },
  listUsers: {
    given: ['createUser'],
    // The reads of the API key, of the list rows, and of the items.
    roundTrips: 3,
    example: { after: 'getUser' },
  },
  getUser: {
    given: ['createUser'],
    example: { after: 'getKycDetails' },
  },
  updateUser: {
    given: ['createUser'],
    billed: [2, 2],
    example: { after: 'listUsers' },
  },
  createWallet: {
    given: ['createUser'],
    others: [{ walletAddress: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' }],
    effect: { entity: 'WALLET' },
    billed: [3, 8],
    example: { after: 'listReceiverBankAccounts' },
  },
  listWallets: {
    given: ['createWallet'],
    // The reads of the API key, of the list rows, and of the items.
    roundTrips: 3,
    example: { after: 'createWallet' },
  },
  getWalletBalances: {
    given: ['createWallet'],
    example: { after: 'listWallets' },
  },
  deleteWallet: {
    given: ['createWallet'],
    billed: [3, 8],
    example: { after: 'deleteReceiver' },
  },
  createUserBankAccount: {
    given: ['createUser'],
    others: [{ accountIdentifier: '012180015500000008' }],
    effect: { entity: 'BANK' },
    billed: [2, 7],
    example: { after: 'getBankingOnboarding' },
  },
  listUserBankAccounts: {
    given: ['createUserBankAccount'],
    // The reads of the API key, of the list rows, and of the items.
    roundTrips: 3,
    example: { after: 'createUserBankAccount' },
  },
  deleteUserBankAccount: {
    given: ['createUserBankAccount'],
    billed: [3, 8],
    example: { after: 'getWalletBalances' },
  },
  startBankingOnboarding: {
    given: ['verifiedUser'],
    others: [{ country: undefined }],
    effect: { entity: 'VA' },
    billed: [3, 3],
    example: { after: 'getBankRequirements' },
  },
  getBankingOnboarding: {
    given: ['startBankingOnboarding'],
    example: {
      after: 'startBankingOnboarding',
      prepare: async ({ partner }) => {
        const [user] = (await partner.get('/users')).body.data.data;
        return (await partner.get(`/banks/users/${user.id}/banking-onboarding`)).body.data.status === 'COMPLETED';
      },
    },
  },
};
