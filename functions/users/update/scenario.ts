import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['createUser'],
  roundTrips: 3,
  billed: [2, 2],
  example: { after: 'listUsers' },
};
