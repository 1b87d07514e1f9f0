import { setTimeout as sleep } from 'node:timers/promises';
import { JourneyError } from './journey-error';

const POLL_MS = 100;

/**
 * Asks again and again until there is something.
 * @param deadlineMs reading of `performance.now()` after which to give up
 * @throws JourneyError saying what was waited for
 */
export async function waitFor<T>(
  what: string,
  deadlineMs: number,
  find: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > deadlineMs) throw new JourneyError(`Waited in vain for ${what}`);
    await sleep(POLL_MS);
  }
}
