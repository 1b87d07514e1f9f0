import { idPath } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'retryWebhookNotification',
  params: idPath,
  idempotent: true,
  response: 'WebhookNotification',
  errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
});
