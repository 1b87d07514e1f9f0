import type { Scenarios } from '#test/support/scenarios/scenario';

export const crossRamp: Scenarios = {
  getCrossRampRate: {
    roundTrips: 1,
    example: { after: 'listChanges' },
  },
  createCrossRampQuote: {
    others: [{ sourceAmount: 1500 }],
    effect: { entity: 'QUOTE' },
    roundTrips: 2,
    billed: [1, 1],
    example: { after: 'getCrossRampRate' },
  },
  getCrossRampQuote: {
    given: ['createCrossRampQuote'],
    example: { after: 'createCrossRamp' },
  },
  createCrossRamp: {
    given: ['verifiedUser', 'createCrossRampQuote'],
    others: [
      { quoteId: undefined, sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 700 },
      { quoteId: undefined, sourceCurrency: 'MXN', targetCurrency: 'USD', sourceAmount: 2000.05 },
    ],
    effect: { entity: 'TX' },
    foreign: { quoteId: 'BAD_REQUEST' },
    billed: [6, 37],
    example: { after: 'createCrossRampQuote' },
  },
};
