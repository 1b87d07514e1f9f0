import type { Scenarios } from '#test/support/scenarios/scenario';

export const quotes: Scenarios = {
  getRate: {
    roundTrips: 1,
    example: { after: 'updateUser' },
  },
  createQuote: {
    others: [{ fiatAmount: 501 }],
    effect: { entity: 'QUOTE' },
    roundTrips: 2,
    billed: [1, 1],
    example: { after: 'getRate' },
  },
  getQuote: {
    given: ['createQuote'],
    example: { after: 'createQuote' },
  },
};
