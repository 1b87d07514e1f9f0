import * as z from 'zod/mini';
import { anyId } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'retryWebhookNotification',
  params: z.object({ id: anyId }),
  idempotent: true,
  status: 200,
  response: 'WebhookNotification',
  errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
});
