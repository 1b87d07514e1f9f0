import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['startKyc'],
  roundTrips: 2,
  example: { after: 'getUserKyc' },
};
