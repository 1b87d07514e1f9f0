import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['createReceiver'],
  others: [{ bankName: 'Deutsche Bank' }],
  effect: { entity: 'BANK' },
  roundTrips: 3,
  billed: [2, 9],
  example: { after: 'getReceiver' },
};
