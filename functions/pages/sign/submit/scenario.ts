import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['requestSignatures'],
  form: { fullName: 'Lucía Hernández', way: 'typed', consent: 'yes' },
  billed: [6, 15],
};
