import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createUser'],
  roundTrips: 2,
  example: { after: 'getKycDetails' },
};
