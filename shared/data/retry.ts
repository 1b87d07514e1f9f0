/** How calls that met a conflict are spaced: the one backoff of the service. */

/** Attempts of one write, the first included. */
export const MAX_ATTEMPTS = 5;

const BASE_MS = 25;
const CEILING_MS = 400;

/** Waits before the attempt after this one: exponential backoff with jitter, 25 to 400 ms. */
export function backoff(attempt: number): Promise<void> {
  const ceiling = Math.min(CEILING_MS, BASE_MS * 2 ** attempt);
  return new Promise((resolve) => setTimeout(resolve, BASE_MS + Math.random() * (ceiling - BASE_MS)));
}
