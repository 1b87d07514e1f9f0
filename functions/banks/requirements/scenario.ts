import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  roundTrips: 1,
  example: { after: 'getMockTestingGuide' },
};
