import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createOffRamp'],
  effect: { entity: 'TIMELINE', trigger: 'EXECUTE' },
  foreign: { transactionId: 'TRANSACTION_ACCESS_DENIED' },
  billed: [4, 13],
  example: { after: 'createOffRamp' },
};
