import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createKycLink'],
  // The first time; afterwards it writes nothing.
  billed: [6, 13],
};
