import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createWallet'],
  roundTrips: 2,
  example: { after: 'listWallets' },
};
