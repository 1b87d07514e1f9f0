import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['sendTestWebhook'],
  // A notification's row names its item.
  roundTrips: 3,
  example: { after: 'listWebhookNotifications' },
};
