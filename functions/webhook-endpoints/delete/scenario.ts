import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createWebhookEndpoint'],
  billed: [3, 4],
  example: { after: 'sendTestToWebhookEndpoint' },
};
