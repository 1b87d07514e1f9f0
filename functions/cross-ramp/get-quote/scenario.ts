import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['createCrossRampQuote'],
  roundTrips: 2,
  example: { after: 'createCrossRamp' },
};
