import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['createQuote'],
  roundTrips: 2,
  example: { after: 'createQuote' },
};
