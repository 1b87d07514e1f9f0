import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createUserBankAccount'],
  // A list's rows name its items.
  roundTrips: 3,
  example: { after: 'createUserBankAccount' },
};
