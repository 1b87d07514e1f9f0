import * as z from 'zod/mini';
import { idPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { eventBusArn, eventChoice, targetUrl } from '#shared/webhooks/endpoints/fields';

export const contract = defineContract({
  id: 'updateWebhookEndpoint',
  params: idPath,
  body: z.object({
    url: z.optional(z.nullable(targetUrl)),
    eventBusArn: z.optional(z.nullable(eventBusArn)),
    eventTypes: z.optional(z.nullable(eventChoice)),
  }),
  response: 'WebhookEndpoint',
  errors: ['NOT_FOUND', 'CONFLICT'],
});
