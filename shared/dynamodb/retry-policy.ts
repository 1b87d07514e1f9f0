/** Pauses between calls that met a conflict: the one backoff of the service. */

/** Attempts of one write, the first included. */
export const MAX_ATTEMPTS = 5;

const INITIAL_INTERVAL_MS = 25;
const MAX_INTERVAL_MS = 400;

/** Waits before the attempt after this one: exponential backoff with jitter, 25 to 400 ms. */
export function backoff(attempt: number): Promise<void> {
  const ceiling = Math.min(MAX_INTERVAL_MS, INITIAL_INTERVAL_MS * 2 ** attempt);
  return new Promise((resolve) =>
    setTimeout(resolve, INITIAL_INTERVAL_MS + Math.random() * (ceiling - INITIAL_INTERVAL_MS)),
  );
}
