import { RampConnectionError, RampError } from './errors.js';

/** Rules for retries. */
export interface RetryPolicy {
  /** Maximum number of retries after the first attempt. @default 4 */
  readonly maxRetries: number;
  /** Maximum pause before the first retry, in milliseconds. Every further retry doubles this maximum. @default 250 */
  readonly initialBackoffMs: number;
  /**
   * Maximum pause before any retry, in milliseconds. Only a pause that the service requests with `Retry-After` can be longer.
   * @default 8000
   */
  readonly maxBackoffMs: number;
  /** Maximum `Retry-After`, in milliseconds. After a longer `Retry-After`, the call fails immediately. @default 60000 */
  readonly maxRetryAfterMs: number;
}

/**
 * Returns the pause: exponential backoff with full jitter, plus `Retry-After`; `undefined` if the client must not retry.
 * @param failures failed attempts until now, 1 or more
 */
export function retryDelayMs(error: unknown, failures: number, policy: RetryPolicy): number | undefined {
  if (!isRetryable(error)) return undefined;
  const bound = Math.min(policy.maxBackoffMs, policy.initialBackoffMs * 2 ** (failures - 1));
  const jitterMs = Math.random() * bound;
  const retryAfterMs = error instanceof RampError ? error.retryAfterMs : undefined;
  if (retryAfterMs === undefined) return jitterMs;
  return retryAfterMs > policy.maxRetryAfterMs ? undefined : retryAfterMs + jitterMs;
}

/**
 * A 409 with `Retry-After` means that other requests changed the resource first. This request wrote nothing, so a retry can
 * succeed. A 409 without `Retry-After` is final: for example, another user has the email address.
 */
function isRetryable(error: unknown): boolean {
  if (error instanceof RampConnectionError) return true;
  if (!(error instanceof RampError)) return false;
  if (error.status === 409) return error.retryAfterMs !== undefined;
  return error.status === 429 || error.status >= 500;
}

/** Returns the pause in the `Retry-After` header (seconds or a date), in milliseconds; `undefined` without a valid header. */
export function readRetryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Check the format first: some runtimes parse texts such as "1.5" as a date, for example as a day in 2001.
  const at = /^[A-Z][a-z]{2,8},? /.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  // Uses the time of the response instead of the local clock, if the response contains its time.
  const sent = Date.parse(headers.get('date') ?? '');
  return Math.max(0, at - (Number.isNaN(sent) ? Date.now() : sent));
}
