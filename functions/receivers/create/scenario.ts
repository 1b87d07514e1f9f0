import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createUser'],
  others: [{ businessName: 'Another GmbH' }],
  effect: { entity: 'RECEIVER' },
  billed: [2, 6],
  example: { after: 'listUserBankAccounts' },
};
