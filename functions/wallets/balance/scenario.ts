import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createWallet'],
  example: { after: 'listWallets' },
};
