/**
 * One call to a provider's HTTP interface. Providers are trusted but fail in many ways: slowly, with partial responses,
 * HTML pages or redirects. A call ends in time with a checked response or with a typed error.
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
  /** Sent as JSON. A call with a body must be safe to repeat. */
  readonly body?: unknown;
  /** The schema of the response; other members are dropped. */
  readonly response: z.ZodMiniType<Result>;
}

export interface CallLimits {
  /** Milliseconds for one try, body included. */
  readonly attemptTimeoutMs: number;
  /** Milliseconds for all tries and the waits between them. */
  readonly budgetMs: number;
  readonly maxAttempts: number;
  /** Bytes of a response that are read. */
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

/** A failed call. It contains nothing of the request or of the response. */
export class ProviderCallFailed extends Error {
  override readonly name = 'ProviderCallFailed';
  /** Source of the failure; shared/http/unexpected-error.ts goes by it. */
  readonly fault = 'provider';
  constructor(
    readonly code: CallFailureCode,
    /** `undefined` when no status line came. */
    readonly status?: number,
    /** Milliseconds until the provider accepts another call (`Retry-After`). */
    readonly retryAfterMs?: number,
  ) {
    super(`A provider's call failed: ${code}${status === undefined ? '' : ` (HTTP ${status})`}`);
  }

  /** True if the same call may succeed a moment later. */
  get retryable(): boolean {
    return this.code !== 'REFUSED';
  }
}

/**
 * Calls and checks the response. A temporary failure is retried with exponential backoff and full jitter, or as the
 * provider asks, within the time budget; a refusal is not.
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
  // A redirect is a refusal: it would take the bearer secret elsewhere.
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

/** Whole seconds or a date (RFC 9110, 10.2.3), as milliseconds from now. */
function readRetryAfterMs({ headers }: IncomingMessage): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - Date.now());
}
