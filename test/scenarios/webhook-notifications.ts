import type { Scenarios } from '#test/support/scenarios/scenario';

export const webhookNotifications: Scenarios = {
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
};
