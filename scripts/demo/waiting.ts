import { setTimeout as sleep } from 'node:timers/promises';
import { JourneyError } from '#scripts/demo/journey-error';

const LOOK_MS = 100;

/**
 * Asks again and again until there is something.
 * @param deadlineMs reading of `performance.now()` after which to give up
 * @throws JourneyError saying what was waited for
 */
export async function waitFor<T>(
  what: string,
  deadlineMs: number,
  look: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadlineMs) throw new JourneyError(`Waited in vain for ${what}`);
    await sleep(LOOK_MS);
  }
}
