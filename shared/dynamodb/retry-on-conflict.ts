import { WriteContention } from './errors';
import { backoff } from './retry-policy';

/** Attempts of a change that meets others of the same item: with their backoff ten take three seconds at most. */
const MAX_ATTEMPTS = 10;

/**
 * Reads and writes again as long as something else changed what was read, with a backoff of a random length, so that
 * those who met do not meet again.
 *
 * @param attempt answers `undefined` when it met another change and wrote nothing
 * @throws WriteContention after the last attempt
 */
export async function retryOnConflict<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let attemptsMade = 1; attemptsMade <= MAX_ATTEMPTS; attemptsMade += 1) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (attemptsMade < MAX_ATTEMPTS) await backoff(attemptsMade);
  }
  throw new WriteContention('What was read keeps changing before it can be written');
}
