import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['createKycLink'],
  form: { slot: 'selfie', type: 'image/jpeg', size: '1000' },
};
