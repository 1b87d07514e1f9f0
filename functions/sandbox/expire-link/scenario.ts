import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createKycLink'],
  // The user, the session, the recipients and the write follow one another.
  roundTrips: 5,
  billed: [4, 14],
  example: { after: 'createKycLink' },
};
