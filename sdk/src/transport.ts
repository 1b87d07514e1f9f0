import { readBaseUrl } from './base-url.js';
import { type CallFacts, RampConnectionError, RampError, RampTimeoutError, type Refusal } from './errors.js';
import { operationFacts } from './generated/operations.js';
import { kindOf } from './given.js';
import { isPage, Listing, type Paged } from './listing.js';
import type { OperationFacts } from './operation-facts.js';
import type { Data, Input, ListingOf, OperationId } from './operation-types.js';
import {
  type CallLimits,
  type ClientOptions,
  checkClientOptions,
  checkEnvironment,
  checkRequestOptions,
  DEFAULT_LIMITS,
  KEY_PREFIXES,
  limitsOf,
  type RequestOptions,
} from './options.js';
import { pause } from './pause.js';
import { RampPromise, type RampResponse } from './ramp-promise.js';
import { type LooseInput, type PreparedRequest, prepareRequest } from './request.js';
import { readRetryAfterMs, retryDelayMs } from './retry-policy.js';
import { webCrypto } from './web-crypto.js';

/** Version of the package. A test compares it with package.json. */
export const VERSION = '0.1.0';

/** Sends requests, with idempotency keys, retries and time limits. */
export class Transport {
  readonly #options: ClientOptions;
  readonly #limits: CallLimits;

  readonly #baseUrl: string;

  /**
   * @throws TypeError for invalid options: no URL, no key, a key in a browser, a key that does not belong to `environment`, a
   * limit out of range, an unknown option
   */
  constructor(options: ClientOptions) {
    if (kindOf(options) !== 'Object')
      throw new TypeError(
        "PartnerRamp requires options: new PartnerRamp({ apiKey: 'ramp_sbx_…', baseUrl: 'https://api.example.com' })",
      );
    checkClientOptions(options);
    this.#baseUrl = readBaseUrl(options.baseUrl);
    checkKey(options);
    this.#options = options;
    this.#limits = limitsOf(DEFAULT_LIMITS, options);
  }

  /** Calls an operation and returns its typed data. */
  send<O extends OperationId>(operation: O, input: Input<O>, options?: RequestOptions): RampPromise<Data<O>>;
  send(operation: OperationId, input: LooseInput, options: RequestOptions = {}): RampPromise<unknown> {
    return this.sendAny(operation, input, options);
  }

  /** Calls an operation whose name is only known at run time. TypeScript does not check the input; the service validates it. */
  sendAny(operation: OperationId, input: LooseInput, options: RequestOptions = {}): RampPromise<unknown> {
    return new RampPromise(this.#call(operation, input, options));
  }

  /** Calls an operation and returns a file instead of JSON data. */
  download<O extends OperationId>(
    operation: O,
    input: Input<O>,
    accept: string,
    options?: RequestOptions,
  ): RampPromise<Uint8Array>;
  download(
    operation: OperationId,
    input: LooseInput,
    accept: string,
    options: RequestOptions = {},
  ): RampPromise<unknown> {
    return new RampPromise(this.#call(operation, input, options, accept));
  }

  /** Calls an operation that returns pages of a list. */
  list<O extends OperationId>(operation: O, input: Input<O>, options?: RequestOptions): ListingOf<O>;
  list(operation: OperationId, input: LooseInput, options: RequestOptions = {}): Listing<Paged<unknown>, unknown> {
    const read = async (query: object | undefined): Promise<RampResponse<Paged<unknown>>> => {
      const response = await this.#call(operation, { ...input, query }, options);
      const { data } = response;
      if (!isPage(data)) throw new RampConnectionError('the response is not a list page', { ...response, operation });
      return { ...response, data };
    };
    // A cursor already specifies a position in the list, so `skip` and `from` apply only to the first page.
    const {
      skip: _,
      from: _from,
      ...filters
    } = Object.assign({ skip: undefined, from: undefined, cursor: undefined }, input.query);
    const next = async (cursor: string) => (await read({ ...filters, cursor })).data;
    return new Listing(read(input.query), next, filters.cursor);
  }

  /**
   * @param fileType media type of the requested file
   * @default the format of the operation's response
   */
  async #call(
    operation: OperationId,
    input: LooseInput,
    options: RequestOptions,
    fileType?: string,
  ): Promise<RampResponse<unknown>> {
    checkRequestOptions(options);
    const { takesKey = false }: OperationFacts = operationFacts[operation];
    const crypto = webCrypto(this.#options.crypto);
    const requestId = options.requestId ?? crypto.randomUUID();
    const idempotencyKey = takesKey ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const request = prepareRequest(
      this.#baseUrl,
      { operation, input },
      {
        accept: 'application/json',
        'user-agent': `partner-ramp-sdk/${VERSION}`,
        'partner-ramp-version': this.#options.apiVersion,
        ...options.headers,
        ...(fileType === undefined ? {} : { accept: fileType }),
        'partner-api-key': this.#options.apiKey ?? undefined,
        'x-request-id': requestId,
        'idempotency-key': idempotencyKey,
      },
    );
    const facts: OperationFacts = fileType === undefined ? request.facts : { ...request.facts, response: 'bytes' };
    return this.#repeat({ ...request, facts }, { operation, requestId, idempotencyKey }, options);
  }

  async #repeat(
    request: PreparedRequest,
    call: Omit<CallFacts, 'attempts'>,
    { signal, ...over }: RequestOptions,
  ): Promise<RampResponse<unknown>> {
    const limits = limitsOf(this.#limits, over);
    const endMs = performance.now() + limits.timeoutMs;
    for (let attempts = 1; ; attempts += 1) {
      const startMs = performance.now();
      const timeoutMs = Math.min(limits.attemptTimeoutMs, endMs - startMs);
      const outcome = await this.#attempt(request, { ...call, attempts }, { timeoutMs, ...(signal && { signal }) });
      const failed = outcome instanceof Error;
      if (failed) signal?.throwIfAborted();
      const delayMs = failed && attempts <= limits.maxRetries ? retryDelayMs(outcome, attempts, limits) : undefined;
      const retryInMs = delayMs !== undefined && performance.now() + delayMs < endMs ? delayMs : undefined;
      this.#options.onAttempt?.({
        ...{ operation: call.operation, requestId: call.requestId, attempt: attempts, retryInMs },
        status: 'status' in outcome ? outcome.status : undefined,
        durationMs: performance.now() - startMs,
      });
      if (!failed) return outcome;
      if (retryInMs === undefined) throw outcome;
      await pause(retryInMs, signal);
    }
  }

  /** @returns the response, or the error of the attempt */
  async #attempt(
    request: PreparedRequest,
    call: CallFacts,
    { timeoutMs, signal }: Pick<RequestOptions, 'signal'> & Pick<CallLimits, 'timeoutMs'>,
  ): Promise<RampResponse<unknown> | RampError | RampConnectionError> {
    const { url, method, headers, body, facts } = request;
    const controller = new AbortController();
    const abort = () => controller.abort();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      abort();
    }, timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    try {
      const send = this.#options.fetch ?? fetch;
      // A redirect could send the key to another server, so the client does not follow redirects and reports them as errors.
      const init = { method, headers, redirect: 'manual', signal: controller.signal } as const;
      return await readResponse(await send(url, body === undefined ? init : { ...init, body }), facts, call);
    } catch (cause) {
      if (isLate) return new RampTimeoutError(`no response within ${Math.ceil(timeoutMs)} ms`, call, { cause });
      if (cause instanceof RampError || cause instanceof RampConnectionError) return cause;
      // Errors of `fetch` and of reading the body differ by runtime. All of them mean that no complete response arrived.
      return new RampConnectionError(`no complete response from ${new URL(url).origin}`, call, { cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }
}

/**
 * @throws TypeError for a missing key, a key in a browser, or a key of another environment. The message does not contain the key.
 */
function checkKey({ apiKey, environment }: ClientOptions): void {
  if (apiKey === undefined || apiKey === '') throw new TypeError('apiKey is missing. Pass your API key');
  if (apiKey !== null && typeof apiKey !== 'string') throw new TypeError('apiKey must be a text. Pass your API key');
  if (apiKey !== null && 'document' in globalThis)
    throw new TypeError('An API key is a secret: do not use it in a browser. Call the API from your server');
  if (environment === undefined) return;
  checkEnvironment(environment);
  if (apiKey?.startsWith(KEY_PREFIXES[environment]) === false)
    throw new TypeError(`apiKey is not a ${environment} key. These keys begin with ${KEY_PREFIXES[environment]}`);
}

/** @throws RampError for an error response, RampConnectionError for an incomplete or malformed success response */
async function readResponse(
  response: Response,
  { response: reply }: OperationFacts,
  call: CallFacts,
): Promise<RampResponse<unknown>> {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id') ?? call.requestId;
  const facts = {
    ...{ status, headers, requestId, idempotencyKey: call.idempotencyKey, attempts: call.attempts },
    replayed: headers.get('idempotency-replayed') === 'true',
  };
  if (response.ok && reply === 'bytes')
    return { ...facts, text: '', data: new Uint8Array(await response.arrayBuffer()) };
  const text = await response.text();
  if (!response.ok) throw new RampError(readRefusal(response, text), { ...call, requestId });
  if (reply === 'text') return { ...facts, text, data: text };
  const body = parse(text);
  if (reply === 'json' && body !== undefined) return { ...facts, text, data: body };
  if (isRecord(body) && body.success === true && 'data' in body) return { ...facts, text, data: body.data };
  throw new RampConnectionError(`the response ${status} does not have the format of the API`, { ...call, requestId });
}

function readRefusal({ status, headers }: Response, text: string): Refusal {
  const parsed = parse(text);
  const isOfApi = isRecord(parsed) && typeof parsed.code === 'string' && typeof parsed.message === 'string';
  const body: Readonly<Record<string, unknown>> = isOfApi
    ? parsed
    : { code: 'UNEXPECTED_RESPONSE', message: 'the response does not have the format of the API' };
  return {
    ...{ status, code: String(body.code), reason: textOf(body.reason), message: String(body.message) },
    errors: Array.isArray(body.errors) ? body.errors : [],
    details: isRecord(body.details) ? textsOf(body.details) : {},
    docUrl: textOf(body.docUrl),
    retryAfterMs: readRetryAfterMs(headers),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function textsOf(record: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
