import type { Scenarios } from '#test/support/scenarios/scenario';

export const receiverAccounts: Scenarios = {
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
