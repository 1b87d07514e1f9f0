import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  unreachable: 'Reports of a verification provider come only where the stage has one.',
};
