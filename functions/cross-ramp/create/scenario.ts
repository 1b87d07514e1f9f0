import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['verifiedUser', 'createCrossRampQuote'],
  others: [
    { quoteId: undefined, sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 700 },
    { quoteId: undefined, sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000.05 },
  ],
  effect: { entity: 'TX' },
  foreign: { quoteId: 'BAD_REQUEST' },
  billed: [6, 37],
  example: { after: 'createCrossRampQuote' },
};
