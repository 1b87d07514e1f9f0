import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createKycLink'],
  form: { firstName: 'Ana' },
  billed: [3, 1],
};
