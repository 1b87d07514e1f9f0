/**
 * Returns a signal that aborts after a timeout, or earlier with the caller's signal. `AbortSignal.any` does not work here: Node
 * 20 can garbage-collect a timeout that is one of the sources, and the timeout then never fires (nodejs/node#57736).
 * @param timeoutMs milliseconds from now
 * @param bound the caller's signal; use no long-lived signal, because every call adds a listener that is not removed
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
