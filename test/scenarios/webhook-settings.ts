import type { Scenarios } from '#test/support/scenarios/scenario';

export const webhookSettings: Scenarios = {
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
        receiver.answer = ({ body }) =>
          body.includes('TEST_EVENT') ? { status: 503, body: 'upstream is down' } : { status: 200 };
        return true;
      },
    },
  },
};
