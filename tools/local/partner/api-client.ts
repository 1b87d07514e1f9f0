import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { poll } from '#sdk/cli/poll';
import { DOLLAR_ACCOUNT } from '#sdk/cli/trigger/journeys';

/** A response of the API. `body` contains the parsed JSON; `undefined` if the text is not JSON. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape and assert what they find
  readonly body: any;
}

/** Returns status, code and message of an error response. */
export const toProblem = ({ status, body }: ApiResponse) => [status, body.code, body.message];

/** Returns the names of the request fields that an error response lists, sorted. */
export const toFields = ({ body }: Pick<ApiResponse, 'body'>): string[] =>
  body.errors.map(({ field }: { field: string }) => field).sort();

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Body that the client sends unchanged. Without `raw`, the client sends its `body` argument as JSON. */
  readonly raw?: string | Uint8Array;
  readonly key?: string | null;
}

const observers = new Set<(body: unknown) => void>();

/**
 * Calls the observer with every JSON body that a client in this process sends or receives. Tests search these bodies for values
 * that must not appear in logs.
 */
export function observeBodies(observer: (body: unknown) => void): void {
  observers.add(observer);
}

/** A sent request and its response. */
export interface Exchange {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly response: ApiResponse;
}

const exchangeObservers = new Set<(exchange: Exchange) => void>();

/** Calls the observer with every exchange of a client in this process. Tests compare the responses with the OpenAPI document. */
export function observeExchanges(observer: (exchange: Exchange) => void): void {
  exchangeObservers.add(observer);
}

/** Paths to which the client does not add the base path of the partner API. */
const OUTSIDE =
  /^\/($|index\.md|guide|assets\/|logos\/|llms|api\/|docs|openapi|sign\/|verify\/|pay\/|provider-callbacks\/|provider-events)/;

/**
 * API client with a partner's key, for tests. Unlike the SDK, it can send invalid requests (no key, malformed bodies, unknown
 * paths), never retries, and returns error responses instead of throwing. Other code uses the SDK.
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

  create = (path: string, body: unknown) => this.post(path, body, { headers: { 'idempotency-key': randomUUID() } });

  /** Registers a user and submits the user's KYC data. Does not wait for the verification. */
  async submitUser(overrides: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const userId = await this.newUser(overrides);
    await this.post(`/users/${userId}/kyc`, { country: 'MX', firstName: 'Ana', lastName: 'García' });
    return userId;
  }

  /** Registers a user and verifies the user immediately with a sandbox endpoint. */
  async verifiedUser(overrides: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const userId = await this.submitUser(overrides);
    const { status, text } = await this.post(`/sandbox/users/${userId}/verification`, { result: 'VERIFIED' });
    if (status !== 200) throw new Error(`The user was not verified: ${status} ${text}`);
    return userId;
  }

  /** Returns the request body of a cross-ramp of 2000.01 MXN to a US dollar account. */
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

/** Valid details of a US dollar account in the format of the API. */
export const usAccount = DOLLAR_ACCOUNT;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Waits until a condition is true. The limit counts real time, also in a test that changes the clock.
 * @throws Error after `limitMs`
 */
export async function until(condition: () => boolean | Promise<boolean>, limitMs = 180_000): Promise<void> {
  const holds = await poll(async () => (await condition()) || undefined, limitMs);
  if (holds === undefined) throw new Error(`After ${limitMs} ms, this condition is still false: ${condition}`);
}
