import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['requestSignatures'],
  roundTrips: 2,
  example: { after: 'requestSignatures' },
};
