import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryPolicy {
  /** Maximum number of attempts, including the first attempt. */
  readonly maxAttempts: number;
  /** Signal that ends the current wait. After the signal, at most one more attempt starts. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Returns the wait in ms after an error, or `undefined` to stop retrying. @default a function that always returns `backoffMs`
   */
  readonly waitAfter?: (error: unknown, backoffMs: number) => number | undefined;
}

/** Maximum wait between the first two attempts, ms. */
const INITIAL_INTERVAL_MS = 200;

/**
 * Repeats `attempt` until success, with exponential backoff and full jitter: 0 to 200 ms after the first attempt.
 * @throws the error of the last attempt
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  { maxAttempts, signal, waitAfter = (_error, backoffMs) => backoffMs }: RetryPolicy,
): Promise<T> {
  for (let attemptsMade = 1; ; attemptsMade += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attemptsMade >= maxAttempts || signal?.aborted === true) throw error;
      const waitMs = waitAfter(error, Math.random() * INITIAL_INTERVAL_MS * 2 ** (attemptsMade - 1));
      if (waitMs === undefined) throw error;
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
