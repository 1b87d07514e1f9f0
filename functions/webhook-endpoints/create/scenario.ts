import type { Scenario } from '#shared/http/scenario';

export const scenario: Scenario = {
  others: [{ url: 'https://ledger.example.com/other' }],
  effect: { entity: 'WEBHOOK_ENDPOINT' },
  billed: [2, 4],
  example: { after: 'getWebhookNotification' },
};
