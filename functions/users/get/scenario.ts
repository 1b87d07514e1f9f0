import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['createUser'],
  roundTrips: 2,
  example: { after: 'getKycDetails' },
};
