import { releasedCrossRamp } from '#shared/transactions/examples';
import type { Scenarios } from '#test/support/scenarios/scenario';

export const transactions: Scenarios = {
  listTransactions: {
    given: ['createCrossRamp'],
    foreign: { userId: null },
    // A list's rows name its items.
    roundTrips: 3,
    example: { after: 'getTransaction' },
  },
  getMockTestingGuide: {
    roundTrips: 1,
    example: { after: 'rotateWebhookEndpointSecret' },
  },
  getTransaction: {
    given: ['createCrossRamp'],
    example: {
      after: 'getCrossRampQuote',
      prepare: async ({ partner }) => (await partner.get('/transactions')).body.data.data[0].status === 'COMPLETED',
    },
  },
  updateTransaction: {
    given: ['createCrossRamp'],
    billed: [2, 4],
    example: { after: 'getReceipt' },
  },
  listTransactionEvents: {
    given: ['createCrossRamp'],
    example: { after: 'listTransactions' },
  },
  listTransactionLedger: {
    given: ['createCrossRamp'],
    example: { after: 'deleteWallet' },
  },
  getReceipt: {
    given: ['completedCrossRamp'],
    // Stored receipts are two reads; the first one is composed and stored.
    roundTrips: 5,
    billed: [6, 12],
    example: {
      after: 'getTransaction',
      prepare: async ({ partner }) => (await partner.get('/transactions')).body.data.data[0].status === 'COMPLETED',
    },
  },
  getReturnReceipt: {
    given: ['returnedCrossRamp'],
    // The first receipt is issued before it.
    roundTrips: 8,
    billed: [10, 22],
    example: { after: 'simulateTransaction' },
  },
  cancelTransaction: {
    given: ['createOnRamp'],
    foreign: { id: 'PARTNER_NOT_OWNER_OF_TRANSACTION_ERROR' },
    // A webhook's payload needs the user, whom the transaction names.
    roundTrips: 4,
    billed: [5, 20],
    example: { after: 'createOnRamp' },
  },
  provideInformation: {
    given: ['heldCrossRamp'],
    body: { items: [{ field: 'relationship', value: 'Supplier' }] },
    others: [{ items: [{ field: 'relationship', value: 'Employee' }] }],
    effect: { entity: 'INFORMATION' },
    // A webhook's payload needs the user, whom the transaction names; the payout continues.
    roundTrips: 5,
    billed: [6, 27],
    example: {
      after: 'replayWebhookNotifications',
      prepare: async ({ heldCrossRamp, values }) => {
        values.set(releasedCrossRamp.id, await heldCrossRamp());
        return true;
      },
    },
  },
};
