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
    // First reads the webhook settings with the ids of all endpoints, then the additional endpoints and all endpoints' health.
    roundTrips: 3,
    example: { after: 'createWebhookEndpoint' },
  },
  getWebhookEndpoint: {
    given: ['createWebhookEndpoint'],
    // First reads the endpoint and the webhook settings, then the endpoint's health. Only the settings show whether the endpoint
    // is the default endpoint, whose health item has another key.
    roundTrips: 3,
    example: { after: 'listWebhookEndpoints' },
  },
  updateWebhookEndpoint: {
    given: ['createWebhookEndpoint'],
    body: { url: 'https://ledger.example.com/changed' },
    // First reads the endpoint and the webhook settings, then the endpoint's health. Only the settings show whether the endpoint
    // is the default endpoint, whose health item has another key.
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
    // Reads the endpoint first. Takes the next sequence number of the partner only if the endpoint exists.
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
    // Reads the webhook settings first: they decide whether the replay sends anything.
    roundTrips: 5,
    billed: [6, 21],
    example: { after: 'retryWebhookNotification' },
  },
  getWebhookNotification: {
    given: ['sendTestWebhook'],
    // Reads the list row of the notification first, then the item.
    roundTrips: 3,
    example: { after: 'listWebhookNotifications' },
  },
  retryWebhookNotification: {
    given: ['failedNotification'],
    effect: { entity: 'NTF', manualRetryCount: 1 },
    // Counts a manual retry only if the notification exists.
    roundTrips: 5,
    billed: [6, 11],
    example: {
      after: 'deleteWebhookEndpoint',
      prepare: async ({ partner }) => (await partner.get('/webhook-notifications?status=FAILED')).body.data.count === 1,
    },
  },
  updateWebhookSettings: {
    // Creates a signing secret if the settings have none.
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
