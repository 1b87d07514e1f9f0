import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['createWebhookEndpoint'],
  effect: ({ entity, secrets }) => entity === 'WEBHOOK_ENDPOINT' && Array.isArray(secrets) && secrets.length === 2,
  billed: [3, 2],
  example: { after: 'updateWebhookEndpoint' },
};
