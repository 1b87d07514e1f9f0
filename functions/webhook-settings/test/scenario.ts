import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  effect: { entity: 'NTF', event: 'TEST_EVENT' },
  billed: [2, 10],
  example: {
    after: 'getKyb',
    prepare: async ({ receiver }) => {
      receiver.answer = ({ body }) =>
        body.includes('TEST_EVENT') ? { status: 503, body: 'upstream is down' } : { status: 200 };
      return true;
    },
  },
};
