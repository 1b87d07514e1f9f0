import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['returnedCrossRamp'],
  // The first receipt is issued before it.
  roundTrips: 8,
  billed: [10, 22],
  example: { after: 'simulateTransaction' },
};
