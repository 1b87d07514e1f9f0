/** Other transactions on the same items stopped a write in every attempt. Nothing was written. */
export class WriteContention extends Error {
  override readonly name = 'WriteContention';
}

/**
 * The table was throttled or gave no response in any attempt. The write may have succeeded: the response of an attempt
 * may have been lost.
 */
export class TableUnavailable extends Error {
  override readonly name = 'TableUnavailable';
}

export interface ConflictRetryPolicy<T> {
  /** Attempts, the first included. @default 10, which with their backoff take three seconds at most */
  readonly maxAttempts?: number;
  /** True if the next attempt waits, so that the writers do not conflict again. @default true: random backoff */
  readonly waits?: boolean;
  /** Makes the result after the last attempt. @default throws WriteContention */
  readonly whenExhausted?: () => T;
}

/**
 * Reads and writes again while another writer changes what was read.
 *
 * @param attempt is given its number, from 1; returns `undefined` when it met a conflict and wrote nothing
 * @throws WriteContention after the last attempt
 */
export async function retryOnConflict<T>(
  attempt: (attempt: number) => Promise<T | undefined>,
  { maxAttempts = 10, waits = true, whenExhausted = refuse }: ConflictRetryPolicy<T> = {},
): Promise<T> {
  for (let attemptsMade = 1; ; attemptsMade += 1) {
    const result = await attempt(attemptsMade);
    if (result !== undefined) return result;
    if (attemptsMade >= maxAttempts) return whenExhausted();
    if (waits) await backoff(attemptsMade);
  }
}

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

function refuse(): never {
  throw new WriteContention('What was read keeps changing before it can be written');
}
