import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createReceiver'],
  others: [{ bankName: 'Deutsche Bank' }],
  effect: { entity: 'BANK' },
  billed: [2, 9],
  example: { after: 'getReceiver' },
};
