import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  roundTrips: 2,
  example: { after: 'updateWebhookSettings' },
};
