import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['verifiedUser'],
  others: [{ cryptoAmount: 51 }],
  effect: { entity: 'TX' },
  billed: [5, 32],
  example: { after: 'cancelTransaction' },
};
