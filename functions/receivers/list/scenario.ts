import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createReceiver'],
  foreign: { userId: null },
  // A list's rows name its items.
  roundTrips: 3,
  example: { after: 'createReceiver' },
};
