import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createKycLink'],
  effect: ({ entity, endedAtMs }) => entity === 'SESSION' && endedAtMs !== undefined,
  roundTrips: 4,
  billed: [4, 20],
  example: { after: 'createKycLink' },
};
