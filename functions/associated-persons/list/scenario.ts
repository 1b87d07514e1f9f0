import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createAssociatedPerson'],
  roundTrips: 2,
  example: { after: 'createAssociatedPerson' },
};
