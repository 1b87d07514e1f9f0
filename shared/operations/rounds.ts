import { backoff } from '#shared/data/retry';
import { WriteContention } from '#shared/data/table';

/** Attempts of a change that meets others of the same item: with their backoff ten take three seconds at most. */
const MAX_ATTEMPTS = 10;

/**
 * Reads and writes again as long as something else changed what was read, with a backoff of a random length, so that
 * those who met do not meet again.
 *
 * @param attempt answers `undefined` when it met another change and wrote nothing
 * @throws WriteContention after the last attempt
 */
export async function inRounds<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let made = 1; made <= MAX_ATTEMPTS; made += 1) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (made < MAX_ATTEMPTS) await backoff(made);
  }
  throw new WriteContention('What was read keeps changing before it can be written');
}
