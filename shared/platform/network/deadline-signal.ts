/**
 * Returns a signal that aborts after a timeout or with `bound`. `bound` must be short-lived, because its listener is not removed.
 * With `AbortSignal.any`, Node 20 can garbage-collect the timeout, which then never fires (nodejs/node#57736).
 */
export function deadlineSignal(timeoutMs: number, bound?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  if (bound === undefined) return timeout;
  const controller = new AbortController();
  for (const source of [bound, timeout]) {
    if (source.aborted) controller.abort(source.reason);
    source.addEventListener('abort', () => controller.abort(source.reason), { once: true });
  }
  return controller.signal;
}
