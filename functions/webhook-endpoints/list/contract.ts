import { noQuery } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'listWebhookEndpoints',
  query: noQuery,
  response: 'WebhookEndpointPage',
});
