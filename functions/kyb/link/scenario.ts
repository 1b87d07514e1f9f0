import type { Scenario } from '#shared/http/scenario';
import { exampleBusiness } from '#shared/users/examples';

export const scenario: Scenario = {
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
};
