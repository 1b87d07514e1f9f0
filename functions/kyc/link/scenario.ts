import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createUser'],
  others: [{ partnerRedirectUri: 'https://example.com/back' }],
  effect: { entity: 'LINK' },
  billed: [2, 7],
  example: { after: 'decideVerification' },
};
