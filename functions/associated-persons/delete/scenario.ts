import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['signDeclaration'],
  // Persons are read after their business: the write holds at the version that was read first.
  roundTrips: 4,
  billed: [3, 6],
  example: { after: 'getSignatureDocument' },
};
