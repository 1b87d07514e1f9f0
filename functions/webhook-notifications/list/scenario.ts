import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['sendTestWebhook'],
  // A list's rows name its items.
  roundTrips: 3,
  example: {
    after: 'listTransactionEvents',
    prepare: async ({ partner }) => (await partner.get('/webhook-notifications?status=PENDING')).body.data.count === 0,
  },
};
