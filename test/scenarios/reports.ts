import type { Scenarios } from '#test/support/scenarios/scenario';

export const reports: Scenarios = {
  getSettlementReport: {
    given: ['completedCrossRamp'],
    // A final report that was given before is one read; here it is made.
    roundTrips: 4,
    billed: [3, 34],
    example: {
      after: 'getReceipt',
      prepare: async ({ values }) => {
        values.set('2026-11-23', new Date().toISOString().slice(0, 10));
        return true;
      },
    },
  },
};
