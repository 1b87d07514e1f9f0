import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createUser'],
  others: [{ accountIdentifier: '012180015500000008' }],
  effect: { entity: 'BANK' },
  billed: [2, 7],
  example: { after: 'getBankingOnboarding' },
};
