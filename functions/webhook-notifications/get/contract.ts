import { idPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'getWebhookNotification',
  params: idPath,
  response: 'WebhookNotification',
  errors: ['NOT_FOUND'],
});
