import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  unreachable: 'Reports of a verification provider come only where the stage has one.',
};
