import type { Scenarios } from '#test/support/scenarios/scenario';

export const webhooks: Scenarios = {
  createWebhookEndpoint: {
    others: [{ url: 'https://ledger.example.com/other' }],
    effect: { entity: 'WEBHOOK_ENDPOINT' },
    billed: [2, 4],
    example: { after: 'getWebhookNotification' },
  },
  listWebhookEndpoints: {
    given: ['createWebhookEndpoint'],
    // Reads the API key, then the webhook settings with all endpoint ids, then the additional endpoints and the health of all
    // endpoints.
    roundTrips: 3,
    example: { after: 'createWebhookEndpoint' },
  },
  getWebhookEndpoint: {
    given: ['createWebhookEndpoint'],
    // Reads the API key, then the endpoint and the webhook settings, then the endpoint's health. Only the settings show whether
    // the endpoint is the default endpoint, whose health item has another key.
    roundTrips: 3,
    example: { after: 'listWebhookEndpoints' },
  },
  updateWebhookEndpoint: {
    given: ['createWebhookEndpoint'],
    body: { url: 'https://ledger.example.com/changed' },
    // Reads the API key, the endpoint with the webhook settings, then the endpoint's health, and writes. Only the settings show
    // whether the endpoint is the default endpoint, whose health item has another key.
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
    // Reads the API key, then the endpoint. Only if the endpoint exists, takes the next number for the partner's tests, then
    // writes.
    roundTrips: 4,
    billed: [3, 12],
    example: { after: 'sendTestWebhook' },
  },
  listWebhookNotifications: {
    given: ['sendTestWebhook'],
    // The reads of the API key, of the list rows, and of the items.
    roundTrips: 3,
    example: {
      after: 'listTransactionEvents',
      prepare: async ({ partner }) =>
        (await partner.get('/webhook-notifications?status=PENDING')).body.data.count === 0,
    },
  },
  replayWebhookNotifications: {
    given: ['unsentTests'],
    body: { eventType: 'TEST_EVENT' },
    others: [{ status: 'SENT' }],
    effect: { entity: 'NTF', replayCount: 1 },
    effects: 3,
    // Reads the API key, the webhook settings, the list rows and the items, then writes. The settings decide whether the replay
    // sends anything.
    roundTrips: 5,
    billed: [6, 21],
    example: { after: 'retryWebhookNotification' },
  },
  getWebhookNotification: {
    given: ['sendTestWebhook'],
    // Reads the API key, then the list row of the notification, then the item.
    roundTrips: 3,
    example: { after: 'listWebhookNotifications' },
  },
  retryWebhookNotification: {
    given: ['failedNotification'],
    effect: { entity: 'NTF', manualRetryCount: 1 },
    // Reads the API key, the list row, then the notification. Only if it exists, counts the manual retry, then writes.
    roundTrips: 5,
    billed: [6, 11],
    example: {
      after: 'deleteWebhookEndpoint',
      prepare: async ({ partner }) => (await partner.get('/webhook-notifications?status=FAILED')).body.data.count === 1,
    },
  },
  updateWebhookSettings: {
    // Reads the API key, then the settings. As they have no signing secret, encrypts a new secret with KMS, then writes.
    roundTrips: 4,
    billed: [2, 2],
  },
  getWebhookSettings: {
    example: { after: 'updateWebhookSettings' },
  },
  rotateWebhookSecret: {
    given: ['updateWebhookSettings'],
    effect: ({ entity, secrets }) => entity === 'WEBHOOK' && Array.isArray(secrets) && secrets.length === 2,
    billed: [2, 2],
    example: { after: 'replayWebhookNotifications' },
  },
  sendTestWebhook: {
    effect: { entity: 'NTF', event: 'TEST_EVENT' },
    billed: [2, 10],
    example: {
      after: 'getKyb',
      prepare: async ({ receiver }) => {
        receiver.respond = ({ body }) =>
          body.includes('TEST_EVENT') ? { status: 503, body: 'upstream is down' } : { status: 200 };
        return true;
      },
    },
  },
};
