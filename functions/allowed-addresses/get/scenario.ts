import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  example: { after: 'updateAllowedAddresses' },
};
