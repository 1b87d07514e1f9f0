import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['createCrossRamp'],
  roundTrips: 2,
  example: { after: 'deleteWallet' },
};
