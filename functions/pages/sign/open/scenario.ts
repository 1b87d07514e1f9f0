import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['requestSignatures'],
  billed: [5, 2],
};
