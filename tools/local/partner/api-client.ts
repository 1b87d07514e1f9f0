import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { poll } from '#sdk/cli/poll';
import { DOLLAR_ACCOUNT } from '#sdk/cli/trigger/journeys';

/** A response of the API, its body parsed where it is JSON. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape and assert what they find
  readonly body: any;
}

/** Status, code and message of a response: all that a refusal says, besides its fields. */
export const toProblem = ({ status, body }: ApiResponse) => [status, body.code, body.message];

/** The fields that a refusal names, sorted. */
export const toFields = ({ body }: Pick<ApiResponse, 'body'>): string[] =>
  body.errors.map(({ field }: { field: string }) => field).sort();

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, instead of the JSON of a value. */
  readonly raw?: string | Uint8Array;
  readonly key?: string | null;
}

const observers = new Set<(body: unknown) => void>();

/** Calls the observer with every body that a client of this process sends or receives, for tests that look for leaks in logs. */
export function observeBodies(observer: (body: unknown) => void): void {
  observers.add(observer);
}

/** A request as it was sent, and its response. */
export interface Exchange {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly response: ApiResponse;
}

const exchangeObservers = new Set<(exchange: Exchange) => void>();

/** Calls the observer with every exchange of a client of this process, for tests that compare responses with the document. */
export function observeExchanges(observer: (exchange: Exchange) => void): void {
  exchangeObservers.add(observer);
}

/** Paths outside of the partner API's base path, and that path itself. */
const OUTSIDE =
  /^\/($|index\.md|guide|assets\/|logos\/|llms|api\/|docs|openapi|sign\/|verify\/|pay\/|provider-callbacks\/|provider-events)/;

/**
 * A client of the API with a partner's key, for tests: it sends what the SDK refuses to send (no key, malformed bodies, unknown paths), never
 * repeats a call, and returns refusals instead of throwing them. Everything else calls the API by the SDK.
 */
export class ApiClient {
  constructor(
    readonly baseUrl: string,
    readonly apiKey: string,
    readonly partnerId: string,
  ) {}

  get = (path: string, options?: SendOptions) => this.send('GET', path, undefined, options);
  post = (path: string, body?: unknown, options?: SendOptions) => this.send('POST', path, body, options);
  put = (path: string, body?: unknown, options?: SendOptions) => this.send('PUT', path, body, options);

  async send(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, raw, key }: SendOptions = {},
  ): Promise<ApiResponse> {
    const url = OUTSIDE.test(path) ? path : `/api/partner/v2${path}`;
    const apiKey = key === undefined ? this.apiKey : key;
    for (const observe of observers) observe(body);
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${this.baseUrl}${url}`, {
      method,
      headers: {
        ...(apiKey === null ? {} : { 'partner-api-key': apiKey }),
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content }),
      redirect: 'manual',
    });
    const text = await response.text();
    const reply = { status: response.status, headers: response.headers, text, body: parsed(text) };
    for (const observe of observers) observe(reply.body);
    for (const observe of exchangeObservers) observe({ method, url, response: reply });
    return reply;
  }

  /** Registers a user. */
  async newUser(overrides: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const response = await this.post('/users', {
      type: 'INDIVIDUAL',
      email: `user-${randomUUID()}@example.com`,
      ...overrides,
    });
    return z.object({ data: z.object({ userId: z.string() }) }).parse(response.body).data.userId;
  }

  /** Posts with an idempotency key of its own. */
  create = (path: string, body: unknown) => this.post(path, body, { headers: { 'idempotency-key': randomUUID() } });

  /** Registers a user and has it verified, and does not wait for it. */
  async submitUser(overrides: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const userId = await this.newUser(overrides);
    await this.post(`/users/${userId}/kyc`, { country: 'MX', firstName: 'Ana', lastName: 'García' });
    return userId;
  }

  /** Registers a user and has it verified at once, by the sandbox's own call. */
  async verifiedUser(overrides: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const userId = await this.submitUser(overrides);
    const { status, text } = await this.post(`/sandbox/users/${userId}/verification`, { result: 'VERIFIED' });
    if (status !== 200) throw new Error(`The user was not verified: ${status} ${text}`);
    return userId;
  }

  /** The body of a cross-ramp of 2000.01 MXN to a dollar account. */
  crossRamp(userId: string, overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    return {
      userId,
      sourceCurrency: 'MXN',
      targetCurrency: 'USD',
      sourceAmount: 2000.01,
      targetBankAccount: usAccount,
      ...overrides,
    };
  }
}

/** Details of a dollar account as the API wants them. */
export const usAccount = DOLLAR_ACCOUNT;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Waits until a condition holds. A test that moves the clock does not shorten the limit. @throws Error after the limit (ms) */
export async function until(condition: () => boolean | Promise<boolean>, limitMs = 180_000): Promise<void> {
  const holds = await poll(async () => (await condition()) || undefined, limitMs);
  if (holds === undefined) throw new Error(`Waited ${limitMs} ms in vain for ${condition}`);
}
