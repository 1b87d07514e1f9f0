import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createReceiverBankAccount'],
  billed: [3, 8],
  example: { after: 'deleteUserBankAccount' },
};
