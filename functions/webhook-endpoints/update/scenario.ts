import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createWebhookEndpoint'],
  body: { url: 'https://ledger.example.com/changed' },
  // The settings say which item holds the health of an endpoint.
  roundTrips: 4,
  billed: [4, 4],
  example: { after: 'getWebhookEndpoint' },
};
