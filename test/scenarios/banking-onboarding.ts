import type { Scenarios } from '#test/support/scenarios/scenario';

export const bankingOnboarding: Scenarios = {
  startBankingOnboarding: {
    given: ['verifiedUser'],
    others: [{ country: undefined }],
    effect: { entity: 'VA' },
    billed: [3, 3],
    example: { after: 'getBankRequirements' },
  },
  getBankingOnboarding: {
    given: ['startBankingOnboarding'],
    example: {
      after: 'startBankingOnboarding',
      prepare: async ({ partner }) => {
        const [user] = (await partner.get('/users')).body.data.data;
        return (await partner.get(`/banks/users/${user.id}/banking-onboarding`)).body.data.status === 'COMPLETED';
      },
    },
  },
};
