import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createReceiver'],
  roundTrips: 2,
  example: { after: 'listReceivers' },
};
