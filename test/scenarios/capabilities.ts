import type { Scenarios } from '#test/support/scenarios/scenario';

export const capabilities: Scenarios = {
  getCapabilities: {
    // The statuses of rails, which a process keeps for a minute.
    roundTrips: 2,
    example: { after: 'getQuote' },
  },
};
