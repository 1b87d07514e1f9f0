import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['failedNotification'],
  effect: { entity: 'NTF', manualRetryCount: 1 },
  // Only a call that found its notification counts as a manual retry.
  roundTrips: 5,
  billed: [6, 11],
  example: {
    after: 'deleteWebhookEndpoint',
    prepare: async ({ partner }) => (await partner.get('/webhook-notifications?status=FAILED')).body.data.count === 1,
  },
};
