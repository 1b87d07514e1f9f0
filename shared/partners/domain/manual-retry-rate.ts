/** The limit of manual retries: ten calls in any sixty seconds, regardless of their result. */
export const MAX_RETRY_CALLS = 10;
export const RETRY_WINDOW_MS = 60_000;

export type Admission =
  /** Epoch ms of the calls that count from now on, this one among them. */
  | { readonly admitted: true; readonly calls: readonly number[] }
  /**
   * Whole seconds after which a call will be admitted, the window at most. Where calls were counted by a clock that was ahead,
   * another wait may follow.
   */
  | { readonly admitted: false; readonly retryAfterS: number };

/**
 * Decides if one more call fits. The window slides, so no sixty seconds ever hold more than ten calls; a refused call does
 * not count, so that waiting helps also those who keep asking.
 * @param calls epoch ms of the calls counted before
 */
export function admitCall(calls: readonly number[], nowMs: number): Admission {
  // A call that is ahead by more than the window was counted by a clock that has been set back since.
  const recentCalls = calls.filter((atMs) => Math.abs(nowMs - atMs) < RETRY_WINDOW_MS).toSorted((a, b) => a - b);
  const [oldest] = recentCalls.slice(-MAX_RETRY_CALLS);
  if (recentCalls.length < MAX_RETRY_CALLS || oldest === undefined)
    return { admitted: true, calls: [...recentCalls, nowMs] };
  // Calls at the same time may be counted before one that began earlier: no wait is longer than the window.
  const waitMs = Math.min(RETRY_WINDOW_MS, oldest + RETRY_WINDOW_MS - nowMs);
  return { admitted: false, retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) };
}
