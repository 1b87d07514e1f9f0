import type { Scenarios } from '#test/support/scenarios/scenario';

export const changes: Scenarios = {
  listChanges: {
    given: ['startKyc'],
    example: {
      after: 'getSettlementCalendar',
      prepare: async ({ partner }) => (await partner.get('/changes?types=KYC')).body.data.data.length === 2,
    },
  },
};
