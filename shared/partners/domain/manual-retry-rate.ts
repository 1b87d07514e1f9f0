/**
 * Limit of manual retries of a partner: ten accepted requests in any sixty seconds. An accepted request counts even if the
 * notification cannot be retried.
 */
export const MAX_RETRY_CALLS = 10;
export const RETRY_WINDOW_MS = 60_000;

export type Admission =
  /** Times of the counted requests in epoch ms, including the current request. */
  | { readonly admitted: true; readonly calls: readonly number[] }
  /**
   * Whole seconds until a request is accepted, at most the window. If a fast clock stored times in the future, a request after
   * this wait may be rejected again.
   */
  | { readonly admitted: false; readonly retryAfterS: number };

/** Decides whether another request is within the limit. @param calls times of earlier accepted requests in epoch ms */
export function admitCall(calls: readonly number[], nowMs: number): Admission {
  // A stored time more than one window in the future comes from a clock that was later set back. A request with such a time does
  // not count.
  const recentCalls = calls.filter((atMs) => Math.abs(nowMs - atMs) < RETRY_WINDOW_MS).toSorted((a, b) => a - b);
  const [oldest] = recentCalls.slice(-MAX_RETRY_CALLS);
  if (recentCalls.length < MAX_RETRY_CALLS || oldest === undefined)
    return { admitted: true, calls: [...recentCalls, nowMs] };
  // A concurrent request can start later but be counted earlier, so `oldest` can exceed `nowMs`. Limits the wait to the window.
  const waitMs = Math.min(RETRY_WINDOW_MS, oldest + RETRY_WINDOW_MS - nowMs);
  return { admitted: false, retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) };
}
