import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['requestSignatures'],
  example: { after: 'requestSignatures' },
};
