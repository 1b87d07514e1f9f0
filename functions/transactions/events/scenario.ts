import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createCrossRamp'],
  roundTrips: 2,
  example: { after: 'listTransactions' },
};
