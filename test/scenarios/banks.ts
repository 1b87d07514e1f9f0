import type { Scenarios } from '#test/support/scenarios/scenario';

export const banks: Scenarios = {
  getBankRequirements: {
    roundTrips: 1,
    example: { after: 'getMockTestingGuide' },
  },
};
