import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  // A secret is made where the settings have none.
  roundTrips: 4,
  billed: [2, 2],
};
