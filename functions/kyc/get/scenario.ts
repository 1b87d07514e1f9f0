import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['startKyc'],
  example: {
    after: 'startKyc',
    prepare: async ({ partner }) => (await partner.get('/users')).body.data.data[0].kycStatus === 'VERIFIED',
  },
};
