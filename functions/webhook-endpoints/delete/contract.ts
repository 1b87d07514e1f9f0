import { idPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'deleteWebhookEndpoint',
  params: idPath,
  response: 'Deleted',
  errors: ['NOT_FOUND', 'CONFLICT'],
});
