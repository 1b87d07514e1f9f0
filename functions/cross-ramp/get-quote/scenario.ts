import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createCrossRampQuote'],
  roundTrips: 2,
  example: { after: 'createCrossRamp' },
};
