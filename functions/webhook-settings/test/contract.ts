import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'sendTestWebhook',
  idempotent: true,
  status: 201,
  response: 'WebhookNotification',
});
