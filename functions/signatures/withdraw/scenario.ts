import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['requestSignatures'],
  // Persons are read after their business: the write holds at the version that was read first.
  roundTrips: 4,
  billed: [3, 4],
  example: { after: 'listSignatures' },
};
