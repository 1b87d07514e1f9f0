import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getWebhookSettings',
  status: 200,
  response: 'WebhookSettings',
  errors: [],
});
