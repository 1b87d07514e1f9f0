import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['startBankingOnboarding'],
  example: {
    after: 'startBankingOnboarding',
    prepare: async ({ partner }) => {
      const [user] = (await partner.get('/users')).body.data.data;
      return (await partner.get(`/banks/users/${user.id}/banking-onboarding`)).body.data.status === 'COMPLETED';
    },
  },
};
