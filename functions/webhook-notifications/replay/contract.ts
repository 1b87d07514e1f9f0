import * as z from 'zod/mini';
import { anyId, instant } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { eventNames, notificationStatuses } from '#shared/webhooks/domain/events';

export const contract = defineContract({
  id: 'replayWebhookNotifications',
  body: z.object({
    endpointId: z.optional(anyId),
    status: z.optional(z.enum(notificationStatuses)),
    eventType: z.optional(z.enum(eventNames)),
    createdFrom: z.optional(instant),
    createdTo: z.optional(instant),
  }),
  bodyOptional: true,
  idempotent: true,
  status: 202,
  response: 'AcceptedReplay',
  errors: ['NOT_FOUND'],
});
