import { setTimeout as pause } from 'node:timers/promises';
import { WriteContention } from '#shared/dynamodb/retry-on-conflict';
import { nowMs } from '#shared/platform/config/environment';
import { acquireWorkLease, type IdempotencyScope } from './repository';

/** Reads of another request's response, and the time between them: ten seconds in all. */
const MAX_POLLS = 40;
const POLL_INTERVAL_MS = 250;

/**
 * For an effect of many writes, each repeatable by itself: of equal requests at once one does the work.
 *
 * @param find reads the stored response
 * @returns `undefined` if this request does the work, else the response of the one that does
 * @throws WriteContention if that response does not come in time
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
