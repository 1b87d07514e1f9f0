/**
 * One call to a provider's HTTP interface. Providers are trusted but fail in many ways: slowly, with partial answers,
 * HTML pages or redirects. A call ends in time with a checked answer or with a typed error.
 */
import type * as z from 'zod/mini';
import { retry } from '#shared/platform/retry';
import { parseJson } from '#shared/values/json';

export interface ProviderRequest<Answer> {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. A call with a body must be safe to repeat. */
  readonly body?: unknown;
  /** The schema of the answer; other members are dropped. */
  readonly answer: z.ZodMiniType<Answer>;
}

export interface CallLimits {
  /** Milliseconds for one try, body included. */
  readonly attemptTimeoutMs: number;
  /** Milliseconds for all tries and the waits between them. */
  readonly budgetMs: number;
  readonly maxAttempts: number;
  /** Bytes of an answer that are read. */
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

/** A failed call. It contains nothing of the request or of the answer. */
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
 * Calls and checks the answer. A temporary failure is retried with exponential backoff and full jitter, or as the
 * provider asks, within the time budget; a refusal is not.
 * @throws ProviderCallFailed
 */
export async function callProvider<Answer>(request: ProviderRequest<Answer>, limits: CallLimits): Promise<Answer> {
  const endMs = performance.now() + limits.budgetMs;
  const leftMs = () => endMs - performance.now();
  return retry(
    async () => {
      const timeoutMs = Math.max(1, Math.ceil(Math.min(limits.attemptTimeoutMs, leftMs())));
      try {
        return await callOnce(request, limits, timeoutMs);
      } catch (error) {
        if (error instanceof ProviderCallFailed) throw error;
        const isLate = error instanceof Error && error.name === 'TimeoutError';
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

async function callOnce<Answer>(
  { url, method, headers, body, answer }: ProviderRequest<Answer>,
  { maxBytes }: CallLimits,
  timeoutMs: number,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // A redirect would take the bearer secret elsewhere.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new ProviderCallFailed(toFailureCode(response.status), response.status, readRetryAfterMs(response));
  }
  const parsed = answer.safeParse(parseJson(await textUpTo(maxBytes, response)));
  if (!parsed.success) throw new ProviderCallFailed('UNREADABLE', response.status);
  return parsed.data;
}

function toFailureCode(status: number): CallFailureCode {
  if (status === 429 || status === 503) return 'BUSY';
  return status >= 500 || status === 408 ? 'FAILING' : 'REFUSED';
}

/** Whole seconds or a date (RFC 9110, 10.2.3), as milliseconds from now. */
function readRetryAfterMs({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - Date.now());
}

async function textUpTo(maxBytes: number, response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new ProviderCallFailed('UNREADABLE', response.status);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString('utf8');
}
