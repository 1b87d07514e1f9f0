import { WriteContention } from './errors';
import { backoff } from './retry-policy';

/** Attempts of a change under write conflicts: with their backoff ten take three seconds at most. */
const MAX_ATTEMPTS = 10;

/**
 * Reads and writes again while another writer changes what was read, with random backoff, so that the writers
 * do not conflict again.
 *
 * @param attempt is given its number, from 1; returns `undefined` when it met a conflict and wrote nothing
 * @throws WriteContention after the last attempt
 */
export async function retryOnConflict<T>(attempt: (attempt: number) => Promise<T | undefined>): Promise<T> {
  for (let attemptsMade = 1; attemptsMade <= MAX_ATTEMPTS; attemptsMade += 1) {
    const result = await attempt(attemptsMade);
    if (result !== undefined) return result;
    if (attemptsMade < MAX_ATTEMPTS) await backoff(attemptsMade);
  }
  throw new WriteContention('What was read keeps changing before it can be written');
}
