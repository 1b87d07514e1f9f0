import { pause } from '../pause.js';

/** Bounds of the pause between two calls of `find`, in ms. The pause is a quarter of the time since the start. */
const PAUSE_MS = { least: 25, most: 250 } as const;

/**
 * Calls `find` with increasing pauses until it returns a value. Returns `undefined` after the limit.
 * @throws the reason of the signal if the signal is aborted
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
