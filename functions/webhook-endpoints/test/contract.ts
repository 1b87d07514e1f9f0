import { idPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'sendTestToWebhookEndpoint',
  params: idPath,
  idempotent: true,
  status: 201,
  response: 'WebhookNotification',
  errors: ['NOT_FOUND'],
});
