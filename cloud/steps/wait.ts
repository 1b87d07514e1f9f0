import { setTimeout as sleep } from 'node:timers/promises';
import { Unanswered } from '#cloud/plan/step';

/** Between two looks, in ms. */
const PAUSE_MS = 2000;

/**
 * Looks until there is a value.
 * @param limitS how long, in seconds
 * @throws Unanswered after that, where time alone may bring it
 */
export async function awaitAnswer<T>(what: string, limitS: number, find: () => Promise<T | undefined>): Promise<T> {
  for (const endMs = performance.now() + limitS * 1000; ; ) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > endMs)
      throw new Unanswered(`${what} did not come within ${limitS} s: ask again later with --only and this step's name`);
    await sleep(PAUSE_MS);
  }
}
