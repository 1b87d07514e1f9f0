import type { Scenarios } from '#test/support/scenarios/scenario';

export const userAccounts: Scenarios = {
  createUserBankAccount: {
    given: ['createUser'],
    others: [{ accountIdentifier: '012180015500000008' }],
    effect: { entity: 'BANK' },
    billed: [2, 7],
    example: { after: 'getBankingOnboarding' },
  },
  listUserBankAccounts: {
    given: ['createUserBankAccount'],
    // A list's rows name its items.
    roundTrips: 3,
    example: { after: 'createUserBankAccount' },
  },
  deleteUserBankAccount: {
    given: ['createUserBankAccount'],
    billed: [3, 8],
    example: { after: 'getWalletBalances' },
  },
};
