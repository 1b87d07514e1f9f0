import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createWebhookEndpoint'],
  effect: { entity: 'DELIVERY' },
  // Only a call that found its endpoint takes a number of the partner's sequence.
  roundTrips: 4,
  billed: [3, 12],
  example: { after: 'sendTestWebhook' },
};
