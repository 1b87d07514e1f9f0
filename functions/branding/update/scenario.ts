import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  others: [{ logo: null }, { color: '#1b4fd8' }],
  billed: [2, 2],
};
