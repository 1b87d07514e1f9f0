import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['sendTestWebhook'],
  // A notification's row names its item.
  roundTrips: 3,
  example: { after: 'listWebhookNotifications' },
};
