import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['createKycLink'],
  form: { action: 'data' },
  billed: [3, 2],
};
