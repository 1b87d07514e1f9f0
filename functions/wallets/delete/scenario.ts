import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createWallet'],
  billed: [3, 8],
  example: { after: 'deleteReceiver' },
};
