import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['createUserBankAccount'],
  // A list's rows name its items.
  roundTrips: 3,
  example: { after: 'createUserBankAccount' },
};
