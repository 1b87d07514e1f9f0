import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createUser'],
  roundTrips: 3,
  billed: [2, 2],
  example: { after: 'listUsers' },
};
