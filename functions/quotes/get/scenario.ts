import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createQuote'],
  roundTrips: 2,
  example: { after: 'createQuote' },
};
