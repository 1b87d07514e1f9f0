import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createUser'],
  body: { country: 'MX', firstName: 'Ana', lastName: 'García' },
  others: [{ lastName: 'Review' }],
  effect: { entity: 'KYC' },
  billed: [3, 18],
  example: { after: 'createUser' },
};
