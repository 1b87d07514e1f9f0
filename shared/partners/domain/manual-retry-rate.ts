/** Limit of manual retries: ten requests in any sixty seconds, regardless of their result. */
export const MAX_RETRY_CALLS = 10;
export const RETRY_WINDOW_MS = 60_000;

export type Admission =
  /** Times of the counted requests in epoch ms, including this one. */
  | { readonly admitted: true; readonly calls: readonly number[] }
  /**
   * Whole seconds until a request is accepted, at most the window. If a fast clock counted requests, a second wait can follow.
   */
  | { readonly admitted: false; readonly retryAfterS: number };

/**
 * Decides whether another request fits. The window slides, so any sixty seconds contain at most ten requests. Rejected requests
 * do not count.
 * @param calls times of earlier requests in epoch ms
 */
export function admitCall(calls: readonly number[], nowMs: number): Admission {
  // A request that is more than a window in the future was counted by a clock that was later corrected.
  const recentCalls = calls.filter((atMs) => Math.abs(nowMs - atMs) < RETRY_WINDOW_MS).toSorted((a, b) => a - b);
  const [oldest] = recentCalls.slice(-MAX_RETRY_CALLS);
  if (recentCalls.length < MAX_RETRY_CALLS || oldest === undefined)
    return { admitted: true, calls: [...recentCalls, nowMs] };
  // A simultaneous request can be counted before an earlier one; a wait is never longer than the window.
  const waitMs = Math.min(RETRY_WINDOW_MS, oldest + RETRY_WINDOW_MS - nowMs);
  return { admitted: false, retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) };
}
