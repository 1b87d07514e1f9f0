import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createKycLink'],
  form: { slot: 'selfie', type: 'image/jpeg', size: '1000' },
  billed: [3, 1],
};
