/**
 * Returns a signal that aborts after a time, and earlier with the caller's signal. `AbortSignal.any` is no substitute: Node 20
 * collects the timeout that is one of its sources, and then the time limit never comes (nodejs/node#57736).
 * @param timeoutMs milliseconds from now
 * @param bound the caller's signal, no longer used than this call
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
