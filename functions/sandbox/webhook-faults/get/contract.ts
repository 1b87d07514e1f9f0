import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getWebhookFaults',
  status: 200,
  response: 'WebhookFaults',
  errors: [],
});
