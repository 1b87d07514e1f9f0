/** What partners send of an endpoint. */
import * as z from 'zod/mini';
import { eventNames } from '#shared/webhooks/domain/events';

export const targetUrl = z.string().check(z.maxLength(2048));

/** The events that are sent; absent or null, all of them. */
export const eventChoice = z.array(z.enum(eventNames)).check(z.minLength(1), z.maxLength(100));
