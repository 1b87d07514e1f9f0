import { noQuery } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'listWebhookEndpoints',
  query: noQuery,
  response: 'WebhookEndpointPage',
});
