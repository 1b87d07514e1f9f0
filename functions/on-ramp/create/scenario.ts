import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['verifiedUser'],
  others: [{ fiatAmount: 501 }],
  effect: { entity: 'TX' },
  billed: [4, 25],
  example: { after: 'listTransactionLedger' },
};
