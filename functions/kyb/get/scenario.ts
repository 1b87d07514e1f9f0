import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['createKybLink'],
  roundTrips: 2,
  example: { after: 'createKybLink' },
};
