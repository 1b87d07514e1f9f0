import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryPolicy {
  /** Attempts, the first included. */
  readonly maxAttempts: number;
  /** Ends the waits; nothing is attempted after it. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait after an error; `undefined` if it is not retried. @default the backoff, for every error */
  readonly waitAfter?: (error: unknown, backoffMs: number) => number | undefined;
}

/** Longest wait between the first two attempts, ms. */
const INITIAL_INTERVAL_MS = 200;

/**
 * Runs an attempt until it succeeds: with exponential backoff and full jitter, 0 to 200 ms after the first, twice as
 * much after each other.
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
