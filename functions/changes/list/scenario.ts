import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['startKyc'],
  example: {
    after: 'getSettlementCalendar',
    prepare: async ({ partner }) => (await partner.get('/changes?types=KYC')).body.data.data.length === 2,
  },
};
