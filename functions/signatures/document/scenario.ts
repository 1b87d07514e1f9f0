import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['signDeclaration'],
  example: { after: 'signDeclaration' },
  roundTrips: 3,
  billed: [5, 2],
};
