import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  others: [{ fiatAmount: 501 }],
  effect: { entity: 'QUOTE' },
  roundTrips: 2,
  billed: [1, 1],
  example: { after: 'getRate' },
};
