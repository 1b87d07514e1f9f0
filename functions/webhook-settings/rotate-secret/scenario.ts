import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  given: ['updateWebhookSettings'],
  effect: ({ entity, secrets }) => entity === 'WEBHOOK' && Array.isArray(secrets) && secrets.length === 2,
  billed: [2, 2],
  example: { after: 'replayWebhookNotifications' },
};
