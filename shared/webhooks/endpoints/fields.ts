/** Request fields of a webhook endpoint. */
import * as z from 'zod/mini';
import { EVENT_BUS_ARN } from '#shared/webhooks/domain/event-bus';
import { eventNames } from '#shared/webhooks/domain/events';

export const targetUrl = z.string().check(z.maxLength(2048));

/** ARN of an event bus in the partner's AWS account. */
export const eventBusArn = z
  .string()
  .check(
    z.maxLength(512),
    z.regex(
      EVENT_BUS_ARN,
      'Must be the ARN of an event bus, such as arn:aws:events:us-east-1:111122223333:event-bus/payments',
    ),
  );

/** Events to send. Absent or null: all events. */
export const eventChoice = z.array(z.enum(eventNames)).check(z.minLength(1), z.maxLength(100));
