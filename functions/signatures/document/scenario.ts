import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['signDeclaration'],
  example: { after: 'signDeclaration' },
  // The first one reads how the partner shows itself, and is stored.
  roundTrips: 4,
  billed: [6, 2],
};
