import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createCrossRamp'],
  example: {
    after: 'getCrossRampQuote',
    prepare: async ({ partner }) => (await partner.get('/transactions')).body.data.data[0].status === 'COMPLETED',
  },
};
