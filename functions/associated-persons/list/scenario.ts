import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['createAssociatedPerson'],
  roundTrips: 2,
  example: { after: 'createAssociatedPerson' },
};
