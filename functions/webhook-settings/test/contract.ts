import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'sendTestWebhook',
  status: 201,
  response: 'WebhookNotification',
  errors: [],
});
