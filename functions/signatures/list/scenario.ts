import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['requestSignatures'],
  roundTrips: 2,
  example: { after: 'requestSignatures' },
};
