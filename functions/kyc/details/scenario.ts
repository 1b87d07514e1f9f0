import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['startKyc'],
  roundTrips: 2,
  example: { after: 'getUserKyc' },
};
