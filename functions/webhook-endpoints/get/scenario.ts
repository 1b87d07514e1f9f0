import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createWebhookEndpoint'],
  // The settings say which item holds the health of an endpoint.
  roundTrips: 3,
  example: { after: 'listWebhookEndpoints' },
};
