import type { Scenarios } from '#test/support/scenarios/scenario';

export const offRamp: Scenarios = {
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
