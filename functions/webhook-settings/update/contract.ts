import * as z from 'zod/mini';
import { defineContract } from '#shared/http/contract';
import { eventNames } from '#shared/webhooks/domain/events';

export const contract = defineContract({
  id: 'updateWebhookSettings',
  body: z.object({
    url: z.nullable(z.string().check(z.maxLength(2048))),
    /** Absent or null: all of them. */
    eventTypes: z.optional(z.nullable(z.array(z.enum(eventNames)).check(z.minLength(1), z.maxLength(100)))),
  }),
  response: 'WebhookSettings',
  errors: ['INVALID_USER_INPUT_ERROR', 'CONFLICT'],
});
