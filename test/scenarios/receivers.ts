import type { Scenarios } from '#test/support/scenarios/scenario';

export const receivers: Scenarios = {
  createReceiver: {
    given: ['createUser'],
    others: [{ businessName: 'Another GmbH' }],
    effect: { entity: 'RECEIVER' },
    billed: [2, 6],
    example: { after: 'listUserBankAccounts' },
  },
  listReceivers: {
    given: ['createReceiver'],
    foreign: { userId: null },
    // The reads of the API key, of the list rows, and of the items.
    roundTrips: 3,
    example: { after: 'createReceiver' },
  },
  getReceiver: {
    given: ['createReceiver'],
    example: { after: 'listReceivers' },
  },
  deleteReceiver: {
    given: ['createReceiver'],
    // Reads the API key, then the receiver, then its accounts. The write fails if the receiver changed after its read.
    roundTrips: 4,
    billed: [3, 8],
    example: { after: 'deleteReceiverBankAccount' },
  },
  createReceiverBankAccount: {
    given: ['createReceiver'],
    others: [{ bankName: 'Deutsche Bank' }],
    effect: { entity: 'BANK' },
    billed: [2, 9],
    example: { after: 'getReceiver' },
  },
  listReceiverBankAccounts: {
    given: ['createReceiverBankAccount'],
    // Reads the API key, then the list rows and the receiver in parallel, then the items.
    roundTrips: 3,
    example: { after: 'createReceiverBankAccount' },
  },
  deleteReceiverBankAccount: {
    given: ['createReceiverBankAccount'],
    billed: [3, 8],
    example: { after: 'deleteUserBankAccount' },
  },
};
