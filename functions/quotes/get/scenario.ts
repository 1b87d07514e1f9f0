import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createQuote'],
  example: { after: 'createQuote' },
};
