/**
 * Everything beyond the cloud, in memory: partners' servers, providers, and the secrets service, which is called without
 * its client. A request that no one was to answer fails the test.
 */
import { Agent, type Dispatcher, MockAgent } from 'undici';
import { vi } from 'vitest';
import { roundTrip } from './round-trips';

export interface WebRequest {
  readonly method: string;
  readonly url: string;
  /** By their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebAnswer {
  /** @default 200 */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text or bytes as they are; anything else as JSON. @default nothing */
  readonly body?: unknown;
}

type Answering = (request: WebRequest) => WebAnswer | Error;

export class MemoryWeb {
  /** Every request, in order. */
  readonly requests: WebRequest[] = [];
  /** Requests that no one was to answer. */
  readonly unanswered: string[] = [];
  readonly #routes: { readonly prefix: string; readonly answering: Answering }[] = [];
  readonly #fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => this.#fetched(input, init));
  readonly #restoreAgents = this.#installAgents();

  /** Sets the answer of addresses that begin with a prefix, from now on. The latest route that fits counts. */
  on(prefix: string, answering: WebAnswer | Error | Answering): void {
    const answer = typeof answering === 'function' ? answering : () => answering;
    this.#routes.unshift({ prefix, answering: answer });
  }

  /** Calls of these addresses end when their time is over, at once. */
  timeOut(prefix: string): void {
    this.on(prefix, new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }

  /** The requests to addresses that begin with a prefix. */
  requestsTo(prefix: string): WebRequest[] {
    return this.requests.filter(({ url }) => url.startsWith(prefix));
  }

  restore(): void {
    this.#fetch.mockRestore();
    this.#restoreAgents();
  }

  #answer(request: WebRequest): WebAnswer | Error {
    this.requests.push(request);
    const route = this.#routes.find(({ prefix }) => request.url.startsWith(prefix));
    if (route !== undefined) return route.answering(request);
    this.unanswered.push(`${request.method} ${request.url}`);
    return new Error('No one was to answer this request');
  }

  async #fetched(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = input instanceof Request ? input.url : String(input);
    const headers = Object.fromEntries(new Headers(init.headers));
    const body = typeof init.body === 'string' ? init.body : '';
    await roundTrip();
    const answer = this.#answer({ method: init.method ?? 'GET', url, headers, body });
    if (answer instanceof Error) throw answer;
    return new Response(toBody(answer), { status: answer.status ?? 200, headers: { ...answer.headers } });
  }

  /** Partners' servers are called through agents of their own, each connection of which is checked. */
  #installAgents(): () => void {
    const dispatch = Agent.prototype.dispatch;
    let mock: { readonly inner: Agent; readonly answers: MockAgent } | undefined;
    const take = (options: Dispatcher.DispatchOptions) => {
      mock ??= mockAgent();
      this.#dispatched(mock.answers, options);
      return mock.answers;
    };
    const spy = vi.spyOn(Agent.prototype, 'dispatch').mockImplementation(function (this: Agent, options, handler) {
      return this === mock?.inner ? dispatch.call(this, options, handler) : take(options).dispatch(options, handler);
    });
    return () => spy.mockRestore();
  }

  #dispatched(answers: MockAgent, { origin = '', path, method, headers, body }: Dispatcher.DispatchOptions): void {
    const request = {
      method,
      url: `${origin}${path}`,
      headers: headers !== null && typeof headers === 'object' && !Array.isArray(headers) ? texts(headers) : {},
      body: typeof body === 'string' ? body : '',
    };
    const answer = this.#answer(request);
    const expected = answers.get(String(origin)).intercept({ path, method });
    if (answer instanceof Error) expected.replyWithError(answer);
    else expected.reply(answer.status ?? 200, toBody(answer), { headers: { ...answer.headers } });
  }
}

/** Most tests call no partner's server, and need none. */
function mockAgent() {
  const inner = new Agent();
  const answers = new MockAgent({ agent: inner });
  answers.disableNetConnect();
  return { inner, answers };
}

function texts(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function toBody({ body = '' }: WebAnswer): string | Buffer<ArrayBuffer> {
  if (body instanceof Uint8Array) return Buffer.from(body);
  return typeof body === 'string' ? body : JSON.stringify(body);
}
