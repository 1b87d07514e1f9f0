/** Concurrent transactions on the same items blocked every attempt of a write. Nothing was written. */
export class WriteContention extends Error {
  override readonly name = 'WriteContention';
}

/** DynamoDB throttled every attempt or did not respond. An attempt whose response was lost may have succeeded. */
export class TableUnavailable extends Error {
  override readonly name = 'TableUnavailable';
}

export interface ConflictRetryPolicy<T> {
  /** Maximum number of attempts, including the first. @default 10: the waits take at most three seconds in total */
  readonly maxAttempts?: number;
  /** True to wait before each retry, so that the writers do not conflict again. @default true: random backoff */
  readonly waits?: boolean;
  /** Returns the result after a conflict in every attempt. @default throws WriteContention */
  readonly whenExhausted?: () => T;
}

/**
 * Repeats a read and a write until no other writer changes the data between them.
 * @param attempt receives the attempt number, from 1; returns `undefined` after a conflict, with nothing written
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

/** Maximum number of attempts of one write, including the first. */
export const MAX_ATTEMPTS = 5;

const INITIAL_INTERVAL_MS = 25;
const MAX_INTERVAL_MS = 400;

/** Waits after the given attempt: exponential backoff with jitter, 25 to 400 ms. */
export function backoff(attempt: number): Promise<void> {
  const ceiling = Math.min(MAX_INTERVAL_MS, INITIAL_INTERVAL_MS * 2 ** attempt);
  return new Promise((resolve) =>
    setTimeout(resolve, INITIAL_INTERVAL_MS + Math.random() * (ceiling - INITIAL_INTERVAL_MS)),
  );
}

function refuse(): never {
  throw new WriteContention('What was read keeps changing before it can be written');
}
