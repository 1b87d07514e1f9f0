import { releasedCrossRamp } from '#shared/transactions/examples';
import type { Scenarios } from '#test/support/scenarios/scenario';

export const transactions: Scenarios = {
  listTransactions: {
    given: ['createCrossRamp'],
    foreign: { userId: null },
    // The reads of the API key, of the list rows, and of the items.
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
    // Reads the API key, the transaction, the receipt, then the user with the timeline. As no receipt exists, creates and stores
    // one.
    roundTrips: 5,
    billed: [6, 12],
    example: {
      after: 'getTransaction',
      prepare: async ({ partner }) => (await partner.get('/transactions')).body.data.data[0].status === 'COMPLETED',
    },
  },
  getReturnReceipt: {
    given: ['returnedCrossRamp'],
    // The first five round trips issue the receipt of the transaction, as in `getReceipt`. Three more issue the return receipt.
    roundTrips: 8,
    billed: [10, 22],
    example: { after: 'simulateTransaction' },
  },
  cancelTransaction: {
    given: ['createOnRamp'],
    foreign: { id: 'PARTNER_NOT_OWNER_OF_TRANSACTION_ERROR' },
    // Reads the API key, the transaction, then its user for the webhook payload. Then writes.
    roundTrips: 4,
    billed: [5, 20],
    example: { after: 'createOnRamp' },
  },
  provideInformation: {
    given: ['heldCrossRamp'],
    body: { items: [{ field: 'relationship', value: 'Supplier' }] },
    others: [{ items: [{ field: 'relationship', value: 'Employee' }] }],
    effect: { entity: 'INFORMATION' },
    // Reads the API key, the transaction, its user for the webhook payload, and its simulation. The write continues the payout.
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
