import type { Scenarios } from '#test/support/scenarios/scenario';

export const catalogue: Scenarios = {
  getBankRequirements: {
    roundTrips: 1,
    example: { after: 'getMockTestingGuide' },
  },
  getSettlementCalendar: {
    roundTrips: 1,
    example: { after: 'getCapabilities' },
  },
  getPage: {},
  getOpenApi: {},
};
