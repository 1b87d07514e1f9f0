import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['signDeclaration'],
  roundTrips: 2,
  example: { after: 'signDeclaration' },
};
