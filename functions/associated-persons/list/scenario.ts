import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createAssociatedPerson'],
  example: { after: 'createAssociatedPerson' },
};
