import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['signDeclaration'],
  roundTrips: 2,
  example: { after: 'signDeclaration' },
};
