import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createOffRamp'],
  billed: [4, 0],
};
