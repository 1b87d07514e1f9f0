import type { Scenarios } from '#test/support/scenarios/scenario';

export const orders: Scenarios = {
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
    // The example request contains an external id and metadata. Without these fields, the creation costs 37 write units.
    billed: [6, 41],
    example: { after: 'createCrossRampQuote' },
  },
  createOnRamp: {
    given: ['verifiedUser'],
    others: [{ fiatAmount: 501 }],
    effect: { entity: 'TX' },
    billed: [4, 25],
    example: { after: 'listTransactionLedger' },
  },
  createOffRamp: {
    given: ['verifiedUser'],
    others: [{ cryptoAmount: 51 }],
    effect: { entity: 'TX' },
    billed: [5, 32],
    example: { after: 'cancelTransaction' },
  },
  executeOffRamp: {
    given: ['createOffRamp'],
    effect: { entity: 'TIMELINE', trigger: 'EXECUTE' },
    foreign: { transactionId: 'TRANSACTION_ACCESS_DENIED' },
    billed: [4, 13],
    example: { after: 'createOffRamp' },
  },
};
