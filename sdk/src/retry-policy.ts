import { RampConnectionError, RampError } from './errors.js';

/** Rules for the repetition of a failed attempt. */
export interface RetryPolicy {
  /**
   * Attempts after the first one.
   * @default 4
   */
  readonly maxRetries: number;
  /**
   * Longest pause before the first repetition, in milliseconds; it doubles with each further one.
   * @default 250
   */
  readonly initialBackoffMs: number;
  /**
   * Longest pause before any repetition, in milliseconds.
   * @default 8000
   */
  readonly maxBackoffMs: number;
  /**
   * Longest `Retry-After` that the client waits for, in milliseconds. If the service requests more, the call fails at
   * once.
   * @default 60000
   */
  readonly maxRetryAfterMs: number;
}

/**
 * Returns the pause before the attempt that follows a failed one, in milliseconds; `undefined` if repeating helps
 * nothing. Pauses are exponential with full jitter: any time up to the bound, so that clients that failed together do
 * not return together. The time of `Retry-After` is waited in full, and the jitter comes on top.
 * @param failures attempts that have failed so far, 1 or more
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
 * A 409 comes for two reasons. Where other requests were at work on the same resource, it carries `Retry-After`, nothing was
 * written, and the same request may succeed a moment later. Without it the refusal is final, such as an e-mail address that is taken.
 */
function isRetryable(error: unknown): boolean {
  if (error instanceof RampConnectionError) return true;
  if (!(error instanceof RampError)) return false;
  if (error.status === 409) return error.retryAfterMs !== undefined;
  return error.status === 429 || error.status >= 500;
}

/** The milliseconds that `Retry-After` asks for, in either of its forms (seconds or a date); `undefined` without a readable one. */
export function readRetryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Some runtimes accept other texts as dates: "1.5" is a day of 2001.
  const at = /^[A-Z][a-z]{2,8},? /.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  // Corrects for the clock of the server, if the response contains its time.
  const sent = Date.parse(headers.get('date') ?? '');
  return Math.max(0, at - (Number.isNaN(sent) ? Date.now() : sent));
}
