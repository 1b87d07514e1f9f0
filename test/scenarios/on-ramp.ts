import type { Scenarios } from '#test/support/scenarios/scenario';

export const onRamp: Scenarios = {
  createOnRamp: {
    given: ['verifiedUser'],
    others: [{ fiatAmount: 501 }],
    effect: { entity: 'TX' },
    billed: [4, 25],
    example: { after: 'listTransactionLedger' },
  },
};
