import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['createWebhookEndpoint'],
  // The settings say which item holds the health of an endpoint.
  roundTrips: 3,
  example: { after: 'createWebhookEndpoint' },
};
