import * as z from 'zod/mini';
import { defineContract } from '#shared/contract/define-contract';
import { eventChoice, targetUrl } from '#shared/webhooks/endpoints/fields';

export const contract = defineContract({
  id: 'updateWebhookSettings',
  body: z.object({ url: z.nullable(targetUrl), eventTypes: z.optional(z.nullable(eventChoice)) }),
  response: 'WebhookSettings',
  errors: ['CONFLICT'],
});
