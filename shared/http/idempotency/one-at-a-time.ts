import { setTimeout as pause } from 'node:timers/promises';
import { WriteContention } from '#shared/dynamodb/retry-on-conflict';
import { nowMs } from '#shared/platform/config/environment';
import { acquireWorkLease, type IdempotencyScope } from './repository';

/** Maximum number of polls for the response of another request, and the interval between polls: ten seconds in total. */
const MAX_POLLS = 40;
const POLL_INTERVAL_MS = 250;

/**
 * Lets only one of several concurrent equal requests do the work of an operation with several writes. Each write must be
 * repeatable, because a later request repeats the work if the first request fails.
 * @returns `undefined` if this request must do the work, otherwise the response of the request that did the work
 * @throws WriteContention if the response is not available in time
 */
export async function oneAtATime<R>(
  scope: IdempotencyScope,
  find: () => Promise<R | undefined>,
): Promise<R | undefined> {
  if (await acquireWorkLease(scope, nowMs())) return undefined;
  for (let attempt = 1; attempt <= MAX_POLLS; attempt += 1) {
    await pause(POLL_INTERVAL_MS);
    const response = await find();
    if (response !== undefined) return response;
  }
  throw new WriteContention('A request with the same key is still at work');
}
