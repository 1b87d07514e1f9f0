import * as z from 'zod/mini';
import { instant, listQuery, uuid } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { eventNames, notificationStatuses } from '#shared/webhooks/domain/events';

export const contract = defineContract({
  id: 'listWebhookNotifications',
  query: listQuery({
    status: z.optional(z.enum(notificationStatuses)),
    eventType: z.optional(z.enum(eventNames)),
    transactionId: z.optional(uuid),
    userId: z.optional(uuid),
    createdFrom: z.optional(instant),
    createdTo: z.optional(instant),
  }),
  response: 'WebhookNotificationPage',
});
