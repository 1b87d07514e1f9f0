/** Fields of an endpoint that partners send. */
import * as z from 'zod/mini';
import { EVENT_BUS_ARN } from '#shared/webhooks/domain/event-bus';
import { eventNames } from '#shared/webhooks/domain/events';

export const targetUrl = z.string().check(z.maxLength(2048));

/** ARN of a bus in the partner's own account. */
export const eventBusArn = z
  .string()
  .check(
    z.maxLength(512),
    z.regex(
      EVENT_BUS_ARN,
      'Must be the ARN of an event bus, such as arn:aws:events:us-east-1:111122223333:event-bus/payments',
    ),
  );

/** The events that are sent; absent or null, all of them. */
export const eventChoice = z.array(z.enum(eventNames)).check(z.minLength(1), z.maxLength(100));
