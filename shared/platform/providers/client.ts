/** HTTP client for one provider, with the provider's URL, secret and circuit breaker. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { providerMetric } from '#shared/platform/observability/log';
import type { Currency } from '#shared/values/money/currency';
import { type Money, moneyFromText } from '#shared/values/money/money';
import { type CallLimits, callProvider, ProviderCallFailed } from './call';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker';

export interface ProviderConnection {
  /** Base URL of the provider's API. The path of a request is appended. */
  readonly url: string;
  /** Returns the current bearer secret. */
  readonly apiKey: () => Promise<string>;
  /** @default a separate circuit breaker for this client */
  readonly circuit?: CircuitBreaker | undefined;
}

export interface ProviderClient {
  /** @throws ProviderCallFailed */
  get<Result>(path: string, response: z.ZodMiniType<Result>): Promise<Result>;
  /** Sends a request that the provider executes only once per idempotency key. @throws ProviderCallFailed */
  post<Result>(path: string, request: IdempotentRequest<Result>): Promise<Result>;
}

export interface IdempotentRequest<Result> {
  readonly key: string;
  readonly body: unknown;
  readonly response: z.ZodMiniType<Result>;
}

/** Limits of calls for which a caller of the API waits. The gateway's time limit for the whole request is 14.5 s. */
export const INTERACTIVE_LIMITS: CallLimits = {
  attemptTimeoutMs: 2000,
  budgetMs: 4500,
  maxAttempts: 3,
  maxBytes: 16_384,
};
/** Limits of calls from the worker `runStep`, whose invocations have 30 s. */
export const BACKGROUND_LIMITS: CallLimits = {
  attemptTimeoutMs: 5000,
  budgetMs: 12_000,
  maxAttempts: 4,
  maxBytes: 65_536,
};

export function providerClient(connection: ProviderConnection, limits: CallLimits): ProviderClient {
  const base = connection.url.replace(/\/$/, '');
  const circuit = connection.circuit ?? createCircuitBreaker();
  const call = <Result>(
    method: 'GET' | 'POST',
    path: string,
    { key, ...content }: { key?: string; body?: unknown; response: z.ZodMiniType<Result> },
  ): Promise<Result> =>
    withCircuitBreaker(circuit, async () => {
      const { budgetMs } = limits;
      const endMs = performance.now() + budgetMs;
      const apiKey = await withinBudget(budgetMs, connection.apiKey());
      const request = {
        url: `${base}${path}`,
        method,
        headers: { authorization: `Bearer ${apiKey}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
        ...content,
      };
      return callProvider(request, { ...limits, budgetMs: endMs - performance.now() });
    });
  return {
    get: (path, response) => call('GET', path, { response }),
    post: (path, request) => call('POST', path, request),
  };
}

async function withCircuitBreaker<Result>(circuit: CircuitBreaker, call: () => Promise<Result>): Promise<Result> {
  if (!circuit.allowsCall()) throw new ProviderCallFailed('CIRCUIT_OPEN');
  try {
    const response = await call();
    circuit.recordOutcome('responded');
    return response;
  } catch (error) {
    const refused = error instanceof ProviderCallFailed && error.code === 'REFUSED';
    circuit.recordOutcome(refused ? 'responded' : 'failed');
    const { provider } = circuit;
    if (!refused && provider !== undefined) providerMetric('providerCallFailed', provider);
    throw error;
  }
}

/**
 * Limits the time to read the secret: this time counts toward the call's time budget.
 * @throws ProviderCallFailed if the time is over
 */
async function withinBudget<T>(ms: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = sleep(ms, undefined, { signal: over.signal }).then(() => {
    throw new ProviderCallFailed('TIMEOUT');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

// Fields that the APIs of several providers share.

/** A provider's reference. */
export const reference = z.string().check(z.regex(/^[\w.:-]{1,200}$/));

/** Hash of a blockchain transaction. The format of the hash is checked later, when the chain is known. */
export const transferHash = z.string().check(z.regex(/^[0-9A-Za-z]{1,100}$/));

/** A reason as a code, never as a sentence: partners must not see a provider's text about a person. */
export const reasonCode = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,63}$/));

/** An amount as decimal text. A JSON number could lose digits. */
export const decimalAmount = z.string().check(z.regex(/^\d{1,18}(\.\d{1,18})?$/));

/** Parses an amount. @throws ProviderCallFailed if the amount has more decimals than the currency */
export function parseAmount<C extends Currency>(text: string, currency: C): Money<C> {
  try {
    return moneyFromText(text, currency);
  } catch {
    throw new ProviderCallFailed('UNREADABLE');
  }
}
