import type { Scenario } from '#test/support/scenarios/scenario';

export const scenario: Scenario = {
  given: ['createWebhookEndpoint'],
  roundTrips: 3,
  billed: [3, 4],
  example: { after: 'sendTestToWebhookEndpoint' },
};
