import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createUser'],
  billed: [2, 2],
  example: { after: 'listUsers' },
};
