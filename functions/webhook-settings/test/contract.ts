import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'sendTestWebhook',
  idempotent: true,
  status: 201,
  response: 'WebhookNotification',
});
