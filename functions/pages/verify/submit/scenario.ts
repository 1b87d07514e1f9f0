import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createKycLink'],
  form: { action: 'data' },
  billed: [3, 1],
};
