import * as z from 'zod/mini';
import { defineContract } from '#shared/contract/define-contract';
import { eventBusArn, eventChoice, targetUrl } from '#shared/webhooks/endpoints/fields';

export const contract = defineContract({
  id: 'createWebhookEndpoint',
  body: z.object({
    url: z.optional(targetUrl),
    eventBusArn: z.optional(eventBusArn),
    eventTypes: z.optional(eventChoice),
  }),
  idempotent: true,
  status: 201,
  response: 'WebhookEndpoint',
  errors: ['CONFLICT'],
});
