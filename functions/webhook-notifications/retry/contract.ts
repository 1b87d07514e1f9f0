import * as z from 'zod/mini';
import { anyId, idPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'retryWebhookNotification',
  params: idPath,
  body: z.object({ endpointId: z.optional(anyId) }),
  bodyOptional: true,
  idempotent: true,
  response: 'WebhookNotification',
  errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
});
