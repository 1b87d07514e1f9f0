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
  listWebhookNotifications: {
    given: ['sendTestWebhook'],
    // A list's rows name its items.
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
    // The settings say whether a replay sends anything.
    roundTrips: 5,
    billed: [6, 21],
    example: { after: 'retryWebhookNotification' },
  },
  getWebhookNotification: {
    given: ['sendTestWebhook'],
    // A notification's row names its item.
    roundTrips: 3,
    example: { after: 'listWebhookNotifications' },
  },
  retryWebhookNotification: {
    given: ['failedNotification'],
    effect: { entity: 'NTF', manualRetryCount: 1 },
    // Only a call that found its notification counts as a manual retry.
    roundTrips: 5,
    billed: [6, 11],
    example: {
      after: 'deleteWebhookEndpoint',
      prepare: async ({ partner }) => (await partner.get('/webhook-notifications?status=FAILED')).body.data.count === 1,
    },
  },
  updateWebhookSettings: {
    // A secret is made where the settings have none.
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
