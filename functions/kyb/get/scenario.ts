import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createKybLink'],
  roundTrips: 2,
  example: { after: 'createKybLink' },
};
