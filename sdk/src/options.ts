import { type Bounds, checkNumber, checkObject, checkOptionNames, describeGiven } from './given.js';
import type { RetryPolicy } from './retry-policy.js';
import { checkCrypto, type WebCrypto } from './web-crypto.js';

/** Timeouts of a call and rules for its retries. */
export interface CallLimits extends RetryPolicy {
  /** Timeout of a whole call, including retries and pauses, in milliseconds. @default 120000 */
  readonly timeoutMs: number;
  /**
   * Timeout of one attempt, including the response body, in milliseconds. The API itself times out after 14.5 seconds.
   * @default 30000
   */
  readonly attemptTimeoutMs: number;
}

/** One attempt of a call, for logs and metrics. The report contains no body, key or header. */
export interface AttemptReport {
  /** The `operationId`. */
  readonly operation: string;
  /** Number of the attempt, starting at 1. */
  readonly attempt: number;
  readonly requestId: string;
  /** HTTP status; `undefined` if no response arrived. */
  readonly status: number | undefined;
  readonly durationMs: number;
  /** The pause before the next attempt, in milliseconds; `undefined` if no attempt follows. */
  readonly retryInMs: number | undefined;
}

/** Environment of the API. The sandbox moves no real money. */
export type Environment = 'sandbox' | 'production';

/** Prefix of the API keys of each environment. */
export const KEY_PREFIXES: Readonly<Record<Environment, string>> = { sandbox: 'ramp_sbx_', production: 'ramp_live_' };

/** @throws TypeError for an unknown environment */
export function checkEnvironment(environment: Environment): void {
  if (!Object.hasOwn(KEY_PREFIXES, environment))
    throw new TypeError(`environment must be "sandbox" or "production", got ${describeGiven(environment)}`);
}

export interface ClientOptions extends Partial<CallLimits> {
  /**
   * Your partner key (`ramp_sbx_…` or `ramp_live_…`). The key is secret: use it only on a server. In a browser, the client
   * rejects a key. With `null`, the client sends no key, and your proxy must add the key.
   */
  readonly apiKey: string | null;
  /**
   * Environment of your program. The client rejects keys of another environment.
   * @default keys of both environments are accepted
   */
  readonly environment?: Environment;
  /** URL of the API, for example `https://api.example.com`. The path `/api/partner/v2` is optional. */
  readonly baseUrl: string;
  /**
   * API version that your program uses, as a date in the changelog: `2026-11-27`.
   * @default the newest version of the API at the time of the call
   */
  readonly apiVersion?: string;
  /** Function that sends the requests. @default the runtime's `fetch` */
  readonly fetch?: typeof fetch;
  /** Web Crypto, for generated ids and keys. @default the runtime's `crypto`; Node.js 18 requires `webcrypto` of `node:crypto` */
  readonly crypto?: WebCrypto;
  /** Called after each attempt. If this function throws an error, the call throws the same error. */
  readonly onAttempt?: (report: AttemptReport) => void;
}

/** Options of one call. They override the client's options. */
export interface RequestOptions extends Partial<CallLimits> {
  /**
   * Key to repeat a creation safely for 48 hours: 16 to 128 printable ASCII characters. Store the key before the call.
   * @default a new UUID for each call, the same for all attempts
   */
  readonly idempotencyKey?: string;
  /** Aborts the call, which then throws the signal's reason. The service may have executed the operation. */
  readonly signal?: AbortSignal;
  /** Your id for the request, up to 128 visible ASCII characters. @default a new UUID for each call */
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

/** Maximum delay of a timer, in milliseconds. With a longer delay, runtimes call the timer's function immediately. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

const PAUSE: Bounds = { min: 0, max: MAX_TIMER_MS };
const TIMEOUT: Bounds = { min: 1, max: MAX_TIMER_MS };

const bounds: Readonly<Record<keyof CallLimits, Bounds>> = {
  maxRetries: { min: 0, max: 1_000, isWhole: true },
  initialBackoffMs: PAUSE,
  maxBackoffMs: PAUSE,
  maxRetryAfterMs: PAUSE,
  timeoutMs: TIMEOUT,
  attemptTimeoutMs: TIMEOUT,
};

/** Merges the limits. A limit in `over` overrides the limit in `base`. @throws TypeError if a limit is out of bounds */
export function limitsOf(base: CallLimits, over: Partial<CallLimits>): CallLimits {
  const limit = (name: keyof CallLimits): number => {
    const { [name]: value = base[name] } = over;
    checkNumber(name, value, bounds[name]);
    return value;
  };
  return {
    maxRetries: limit('maxRetries'),
    initialBackoffMs: limit('initialBackoffMs'),
    maxBackoffMs: limit('maxBackoffMs'),
    maxRetryAfterMs: limit('maxRetryAfterMs'),
    timeoutMs: limit('timeoutMs'),
    attemptTimeoutMs: limit('attemptTimeoutMs'),
  };
}

const clientOptions: ReadonlySet<string> = new Set([
  ...['apiKey', 'baseUrl', 'environment', 'apiVersion', 'fetch', 'crypto', 'onAttempt'],
  ...Object.keys(DEFAULT_LIMITS),
]);

/** Checks the options of a client, except its URL, key and limits. @throws TypeError for an unknown or invalid option */
export function checkClientOptions(options: ClientOptions): void {
  checkOptionNames(options, clientOptions, 'PartnerRamp');
  for (const name of ['fetch', 'onAttempt'] as const) {
    const { [name]: called } = options;
    if (called !== undefined && typeof called !== 'function')
      throw new TypeError(`${name} must be a function, got ${describeGiven(called)}`);
  }
  checkText('apiVersion', options.apiVersion);
  checkCrypto(options.crypto);
}

const requestOptions: ReadonlySet<string> = new Set([
  ...Object.keys(DEFAULT_LIMITS),
  ...['idempotencyKey', 'signal', 'requestId', 'headers'],
]);

/**
 * Checks the options of a call.
 * @throws TypeError for unknown names, for example names of query parameters, or for invalid values
 */
export function checkRequestOptions(options: RequestOptions): void {
  checkObject('options', options);
  checkOptionNames(options, requestOptions, 'a call (the last argument, after the query or body)');
  const { signal, headers } = options;
  if (headers !== undefined) checkObject('headers', headers);
  checkText('idempotencyKey', options.idempotencyKey);
  checkText('requestId', options.requestId);
  if (signal !== undefined && typeof signal?.addEventListener !== 'function')
    throw new TypeError('signal must be an AbortSignal. Pass the signal of an AbortController');
}

function checkText(name: string, text: unknown): void {
  if (text !== undefined && (typeof text !== 'string' || text === ''))
    throw new TypeError(`${name} must be a non-empty text, got ${describeGiven(text)}`);
}

/**
 * Checks that the caller did not pass the options as the query.
 * @throws TypeError if the query is not an object or contains an option name
 */
export function checkQuery(query: object): void {
  checkObject('query', query);
  const option = Object.keys(query).find((name) => requestOptions.has(name));
  if (option !== undefined)
    throw new TypeError(
      `"${option}" is an option of the call, not a query parameter. Pass options as the last argument`,
    );
}
