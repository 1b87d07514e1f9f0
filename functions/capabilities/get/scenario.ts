import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  // The statuses of rails, which a process keeps for a minute.
  roundTrips: 2,
  example: { after: 'getQuote' },
};
