import { type Bounds, checkNumber, checkObject, checkOptionNames, describeGiven } from './given.js';
import type { RetryPolicy } from './retry-policy.js';
import { checkCrypto, type WebCrypto } from './web-crypto.js';

/** Time limits of a call and the number of its repetitions. */
export interface CallLimits extends RetryPolicy {
  /**
   * Longest time for a whole call, repetitions and pauses included, in milliseconds.
   * @default 120000
   */
  readonly timeoutMs: number;
  /**
   * Longest time for one attempt, its body included, in milliseconds. The service itself stops after 29 seconds.
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
  /** HTTP status; `undefined` when no response came. */
  readonly status: number | undefined;
  readonly durationMs: number;
  /** The pause before the next attempt, in milliseconds; `undefined` when this was the last one. */
  readonly retryInMs: number | undefined;
}

/** Environment of the service: a sandbox moves no money. */
export type Environment = 'sandbox' | 'production';

/** Beginning of the keys of an environment. */
export const KEY_PREFIXES: Readonly<Record<Environment, string>> = { sandbox: 'ramp_sbx_', production: 'ramp_live_' };

/** @throws TypeError for a name that is not an environment */
export function checkEnvironment(environment: Environment): void {
  if (!Object.hasOwn(KEY_PREFIXES, environment))
    throw new TypeError(`environment must be "sandbox" or "production", got ${describeGiven(environment)}`);
}

export interface ClientOptions extends Partial<CallLimits> {
  /**
   * Your partner key (`ramp_sbx_…` or `ramp_live_…`). It is a secret: it belongs on a server, and a browser refuses it.
   * `null` sends none, for a server of yours that adds it.
   */
  readonly apiKey: string | null;
  /** The environment that your program is for: a key of the other one is refused. @default every key is taken */
  readonly environment?: Environment;
  /** Address of the API, with or without the path that all operations share: `https://api.example.com`. */
  readonly baseUrl: string;
  /**
   * The version of the API that your program was made for, as a date of the changelog: `2026-11-27`. An unknown one is refused
   * with `BAD_REQUEST`. @default none is named, and the current version responds
   */
  readonly apiVersion?: string;
  /** Sends the requests. @default the runtime's own */
  readonly fetch?: typeof fetch;
  /** Makes keys. @default the runtime's own; Node.js 18 needs `webcrypto` of `node:crypto` */
  readonly crypto?: WebCrypto;
  /** Called after each attempt. The call throws its errors. */
  readonly onAttempt?: (report: AttemptReport) => void;
}

/** Options of one call. They override the client's options. */
export interface RequestOptions extends Partial<CallLimits> {
  /**
   * Makes a creation safe to repeat, also by another process: 16 to 128 printable ASCII characters. Keep one with each order of
   * yours. Within 48 hours the same key and body give the first response.
   * @default a new UUID for each call, the same in all its attempts
   */
  readonly idempotencyKey?: string;
  /** Ends the call: its outcome is then unknown. The call throws the signal's reason. */
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

/** Longest time of a timer, in milliseconds: every runtime fires a longer one at once. */
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

/** Merges the limits: those of `over` override those of `base`. @throws TypeError if a limit is out of bounds */
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

/** Checks the options of a client, except its address, key and limits. @throws TypeError for one that cannot work */
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

/** Checks the options of a call. @throws TypeError for names that are not options, such as names of a query */
export function checkRequestOptions(options: RequestOptions): void {
  checkObject('options', options);
  checkOptionNames(options, requestOptions, 'a call (the last argument, after the query or body)');
  const { signal, headers } = options;
  if (headers !== undefined) checkObject('headers', headers);
  checkText('idempotencyKey', options.idempotencyKey);
  checkText('requestId', options.requestId);
  if (signal !== undefined && typeof signal?.addEventListener !== 'function')
    throw new TypeError('signal must be an AbortSignal: give the signal of an AbortController');
}

function checkText(name: string, text: unknown): void {
  if (text !== undefined && (typeof text !== 'string' || text === ''))
    throw new TypeError(`${name} must be text, got ${describeGiven(text)}`);
}

/** Checks that a query was not mistaken for the options. @throws TypeError */
export function checkQuery(query: object): void {
  checkObject('query', query);
  const option = Object.keys(query).find((name) => requestOptions.has(name));
  if (option !== undefined)
    throw new TypeError(
      `"${option}" is an option of the call, not of its query: give the options as the last argument`,
    );
}
