import type { Scenarios } from '#test/support/scenarios/scenario';

export const settlementCalendar: Scenarios = {
  getSettlementCalendar: {
    roundTrips: 1,
    example: { after: 'getCapabilities' },
  },
};
