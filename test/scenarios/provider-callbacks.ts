import type { Scenarios } from '#test/support/scenarios/scenario';

export const providerCallbacks: Scenarios = {
  reportVerification: {
    unreachable: 'Reports of a verification provider come only where the stage has one.',
  },
};
