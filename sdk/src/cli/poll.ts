import { pause } from '../pause.js';

/** Pauses between two looks: a quarter of the time waited so far, within these bounds (ms). */
const PAUSE_MS = { least: 25, most: 250 } as const;

/**
 * Calls `find` until it returns a value, often at first and less often later: a look costs as much as the work that it
 * waits for.
 * @returns `undefined` after the limit @throws the reason of the signal as soon as it is aborted
 */
export async function poll<T>(
  find: () => T | undefined | Promise<T | undefined>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const startMs = performance.now();
  for (;;) {
    const found = await find();
    const waitedMs = performance.now() - startMs;
    if (found !== undefined || waitedMs > limitMs) return found;
    await pause(Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, waitedMs / 4)), signal);
  }
}
