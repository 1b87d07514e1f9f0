import { exampleBusiness } from '#shared/users/examples';
import type { Scenarios } from '#test/support/scenarios/scenario';

export const kyb: Scenarios = {
  createKybLink: {
    given: ['business'],
    others: [{ partnerRedirectUri: 'https://example.com/back' }],
    effect: { entity: 'LINK' },
    billed: [2, 7],
    example: {
      after: 'createKycLink',
      prepare: async ({ partner, values }) => {
        const { id, name } = exampleBusiness;
        values.set(id, await partner.newUser({ type: 'BUSINESS', businessName: name }));
        return true;
      },
    },
  },
  getKyb: {
    given: ['createKybLink'],
    example: { after: 'createKybLink' },
  },
};
