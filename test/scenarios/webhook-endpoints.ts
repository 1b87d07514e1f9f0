import type { Scenarios } from '#test/support/scenarios/scenario';

export const webhookEndpoints: Scenarios = {
  createWebhookEndpoint: {
    others: [{ url: 'https://ledger.example.com/other' }],
    effect: { entity: 'WEBHOOK_ENDPOINT' },
    billed: [2, 4],
    example: { after: 'getWebhookNotification' },
  },
  listWebhookEndpoints: {
    given: ['createWebhookEndpoint'],
    // The settings say which item holds the health of an endpoint.
    roundTrips: 3,
    example: { after: 'createWebhookEndpoint' },
  },
  getWebhookEndpoint: {
    given: ['createWebhookEndpoint'],
    // The settings say which item holds the health of an endpoint.
    roundTrips: 3,
    example: { after: 'listWebhookEndpoints' },
  },
  updateWebhookEndpoint: {
    given: ['createWebhookEndpoint'],
    body: { url: 'https://ledger.example.com/changed' },
    // The settings say which item holds the health of an endpoint.
    roundTrips: 4,
    billed: [4, 4],
    example: { after: 'getWebhookEndpoint' },
  },
  deleteWebhookEndpoint: {
    given: ['createWebhookEndpoint'],
    billed: [3, 4],
    example: { after: 'sendTestToWebhookEndpoint' },
  },
  rotateWebhookEndpointSecret: {
    given: ['createWebhookEndpoint'],
    effect: ({ entity, secrets }) => entity === 'WEBHOOK_ENDPOINT' && Array.isArray(secrets) && secrets.length === 2,
    billed: [3, 2],
    example: { after: 'updateWebhookEndpoint' },
  },
  sendTestToWebhookEndpoint: {
    given: ['createWebhookEndpoint'],
    effect: { entity: 'DELIVERY' },
    // Only a call that found its endpoint takes a number of the partner's sequence.
    roundTrips: 4,
    billed: [3, 12],
    example: { after: 'sendTestWebhook' },
  },
};
