import { idPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'getWebhookEndpoint',
  params: idPath,
  response: 'WebhookEndpoint',
  errors: ['NOT_FOUND'],
});
