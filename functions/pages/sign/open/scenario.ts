import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['requestSignatures'],
};
