/**
 * One call to a provider's HTTP API. Providers are trusted, but may respond slowly, incompletely, with HTML pages or with
 * redirects. A call always completes in time, with a validated response or a typed error.
 */
import type { IncomingMessage } from 'node:http';
import type * as z from 'zod/mini';
import { readUpTo, sendRequest } from '#shared/platform/network/http-request';
import { retry } from '#shared/platform/retry';
import { parseJson } from '#shared/values/json';

export interface ProviderRequest<Result> {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** Body, sent as JSON. A repeated request must have no second effect, because temporary failures are retried. */
  readonly body?: unknown;
  /** Schema of the response. Members that the schema does not list are dropped. */
  readonly response: z.ZodMiniType<Result>;
}

export interface CallLimits {
  /** Time limit (ms) for one attempt, including the response body. */
  readonly attemptTimeoutMs: number;
  /** Time limit (ms) for all attempts and all waits together. */
  readonly budgetMs: number;
  readonly maxAttempts: number;
  readonly maxBytes: number;
}

export type CallFailureCode =
  | 'CIRCUIT_OPEN'
  | 'TIMEOUT'
  | 'UNREACHABLE'
  | 'REFUSED'
  | 'BUSY'
  | 'FAILING'
  | 'UNREADABLE';

/** A failed call to a provider. Contains no content of the request or the response. */
export class ProviderCallFailed extends Error {
  override readonly name = 'ProviderCallFailed';
  /** Source of the failure, read by shared/http/unexpected-error.ts. */
  readonly fault = 'provider';
  constructor(
    readonly code: CallFailureCode,
    /** HTTP status; `undefined` if no status line arrived. */
    readonly status?: number,
    /** Milliseconds until the provider accepts another call (`Retry-After`). */
    readonly retryAfterMs?: number,
  ) {
    super(`A provider's call failed: ${code}${status === undefined ? '' : ` (HTTP ${status})`}`);
  }

  /** True if a retry may succeed. */
  get retryable(): boolean {
    return this.code !== 'REFUSED';
  }
}

/**
 * Calls a provider. Retries temporary failures after `Retry-After` or backoff, within the budget.
 * @throws ProviderCallFailed
 */
export async function callProvider<Result>(request: ProviderRequest<Result>, limits: CallLimits): Promise<Result> {
  const endMs = performance.now() + limits.budgetMs;
  const leftMs = () => endMs - performance.now();
  return retry(
    async () => {
      const signal = AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(limits.attemptTimeoutMs, leftMs()))));
      try {
        return await callOnce(request, limits, signal);
      } catch (error) {
        if (error instanceof ProviderCallFailed) throw error;
        const isLate = signal.aborted || (error instanceof Error && error.name === 'TimeoutError');
        throw new ProviderCallFailed(isLate ? 'TIMEOUT' : 'UNREACHABLE');
      }
    },
    {
      maxAttempts: limits.maxAttempts,
      waitAfter: (error, backoffMs) => {
        if (!(error instanceof ProviderCallFailed) || !error.retryable) return undefined;
        const waitMs = error.retryAfterMs ?? backoffMs;
        return waitMs < leftMs() ? waitMs : undefined;
      },
    },
  );
}

async function callOnce<Result>(
  { url, method, headers, body, response: reply }: ProviderRequest<Result>,
  { maxBytes }: CallLimits,
  signal: AbortSignal,
): Promise<Result> {
  const response = await sendRequest(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal,
  });
  const { statusCode: status = 0 } = response;
  // A redirect counts as a refusal. Following a redirect would send the bearer secret to another server.
  if (status < 200 || status > 299) {
    response.destroy();
    throw new ProviderCallFailed(toFailureCode(status), status, readRetryAfterMs(response));
  }
  const bytes = await readUpTo(maxBytes, response);
  const parsed = reply.safeParse(bytes && parseJson(bytes.toString('utf8')));
  if (!parsed.success) throw new ProviderCallFailed('UNREADABLE', status);
  return parsed.data;
}

function toFailureCode(status: number): CallFailureCode {
  if (status === 429 || status === 503) return 'BUSY';
  return status >= 500 || status === 408 ? 'FAILING' : 'REFUSED';
}

/** Converts `Retry-After`, seconds or a date (RFC 9110, 10.2.3), to milliseconds from now. */
function readRetryAfterMs({ headers }: IncomingMessage): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - Date.now());
}
