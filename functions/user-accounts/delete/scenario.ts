import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createUserBankAccount'],
  billed: [3, 8],
  example: { after: 'getWalletBalances' },
};
