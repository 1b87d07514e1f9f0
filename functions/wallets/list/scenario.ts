import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createWallet'],
  // A list's rows name its items.
  roundTrips: 3,
  example: { after: 'createWallet' },
};
