import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['completedCrossRamp'],
  // Stored receipts are two reads; the first one is composed and stored.
  roundTrips: 5,
  billed: [6, 12],
  example: {
    after: 'getTransaction',
    prepare: async ({ partner }) => (await partner.get('/transactions')).body.data.data[0].status === 'COMPLETED',
  },
};
