import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['unsentTests'],
  body: { eventType: 'TEST_EVENT' },
  others: [{ status: 'SENT' }],
  effect: { entity: 'NTF', replayCount: 1 },
  effects: 3,
  // The settings say whether a replay sends anything.
  roundTrips: 5,
  billed: [6, 21],
  example: { after: 'retryWebhookNotification' },
};
