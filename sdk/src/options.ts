import type { RetryPolicy } from './retry-policy.js';
import type { WebCrypto } from './web-crypto.js';

/** Time limits of a call and the number of its repetitions. */
export interface CallLimits extends RetryPolicy {
  /**
   * Longest time for a whole call, repetitions and pauses included, in milliseconds.
   * @default 120000
   */
  readonly timeoutMs: number;
  /**
   * Longest time for one attempt, its body included, in milliseconds. The service itself gives up after 29 seconds.
   * @default 30000
   */
  readonly attemptTimeoutMs: number;
}

/** One attempt of a call, for logs and metrics. It holds no body, key or header. */
export interface AttemptReport {
  /** The `operationId`. */
  readonly operation: string;
  /** 1, 2, 3 … */
  readonly attempt: number;
  readonly requestId: string;
  /** HTTP status; `undefined` when no answer came. */
  readonly status: number | undefined;
  readonly durationMs: number;
  /** The pause before the next attempt, in milliseconds; `undefined` when this was the last one. */
  readonly retryInMs: number | undefined;
}

/** Environment of the service: a sandbox moves no money. */
export type Environment = 'sandbox' | 'production';

/** Beginning of the keys of an environment. */
export const KEY_PREFIXES: Readonly<Record<Environment, string>> = { sandbox: 'ramp_sbx_', production: 'ramp_live_' };

export interface ClientOptions extends Partial<CallLimits> {
  /**
   * Your partner key (`ramp_sbx_…` or `ramp_live_…`). It is a secret: it belongs on a server, and a browser refuses it.
   * `null` sends none, for a server of yours that adds it.
   */
  readonly apiKey: string | null;
  /** The environment that your program is for: a key of the other one is refused. @default every key is taken */
  readonly environment?: Environment;
  /** Address of the API, as far as the path that all operations share: `https://api.example.com`. */
  readonly baseUrl: string;
  /**
   * The version of the API that your program was made for, as a date of the changelog: `2026-11-27`. An unknown one is refused
   * with `BAD_REQUEST`. @default none is named, and the current version answers
   */
  readonly apiVersion?: string;
  /** Sends the requests. @default the runtime's own */
  readonly fetch?: typeof fetch;
  /** Makes keys. @default the runtime's own; Node.js 18 needs `webcrypto` of `node:crypto` */
  readonly crypto?: WebCrypto;
  /** Called after each attempt. What it throws is thrown by the call. */
  readonly onAttempt?: (report: AttemptReport) => void;
}

/** Options of one call, over those of the client. */
export interface RequestOptions extends Partial<CallLimits> {
  /**
   * Makes a creation safe to repeat, also by another process: 16 to 128 printable ASCII characters. Keep one with each order of
   * yours. Within 48 hours the same key and body give the first answer.
   * @default a new UUID for each call, the same in all its attempts
   */
  readonly idempotencyKey?: string;
  /** Ends the call: what comes of it is then unknown. The call throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Your id of the request, up to 128 visible ASCII characters. @default a new UUID for each call */
  readonly requestId?: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const DEFAULT_LIMITS: CallLimits = {
  maxRetries: 4,
  initialBackoffMs: 250,
  maxBackoffMs: 8_000,
  maxRetryAfterMs: 60_000,
  timeoutMs: 120_000,
  attemptTimeoutMs: 30_000,
};

/** Those of `over` that are given, else those of `base`. */
export function limitsOf(base: CallLimits, over: Partial<CallLimits>): CallLimits {
  return {
    maxRetries: over.maxRetries ?? base.maxRetries,
    initialBackoffMs: over.initialBackoffMs ?? base.initialBackoffMs,
    maxBackoffMs: over.maxBackoffMs ?? base.maxBackoffMs,
    maxRetryAfterMs: over.maxRetryAfterMs ?? base.maxRetryAfterMs,
    timeoutMs: over.timeoutMs ?? base.timeoutMs,
    attemptTimeoutMs: over.attemptTimeoutMs ?? base.attemptTimeoutMs,
  };
}
