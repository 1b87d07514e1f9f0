import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['createReceiver'],
  roundTrips: 2,
  example: { after: 'listReceivers' },
};
