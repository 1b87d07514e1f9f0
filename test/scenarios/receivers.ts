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
    // A list's rows name its items.
    roundTrips: 3,
    example: { after: 'createReceiver' },
  },
  getReceiver: {
    given: ['createReceiver'],
    example: { after: 'listReceivers' },
  },
  deleteReceiver: {
    given: ['createReceiver'],
    // A receiver's accounts are read after the receiver: the write holds at the version that was read first.
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
    // A list's rows name its items, and a receiver its user.
    roundTrips: 3,
    example: { after: 'createReceiverBankAccount' },
  },
  deleteReceiverBankAccount: {
    given: ['createReceiverBankAccount'],
    billed: [3, 8],
    example: { after: 'deleteUserBankAccount' },
  },
};
