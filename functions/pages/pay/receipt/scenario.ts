import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['completedCrossRamp'],
  billed: [8, 22],
};
