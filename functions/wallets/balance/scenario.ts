import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['createWallet'],
  roundTrips: 2,
  example: { after: 'listWallets' },
};
