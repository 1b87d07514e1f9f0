import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createUser'],
  others: [{ businessName: 'Another GmbH' }],
  effect: { entity: 'RECEIVER' },
  roundTrips: 3,
  billed: [2, 6],
  example: { after: 'listUserBankAccounts' },
};
