import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createUser'],
  body: { result: 'VERIFIED' },
  others: [{ result: 'REJECTED' }, { result: 'REVIEW_NEEDED' }],
  effect: { entity: 'KYC' },
  billed: [3, 26],
  example: { after: 'simulateTransaction' },
};
