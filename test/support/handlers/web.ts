/**
 * Everything beyond the cloud, in memory: partners' servers, providers, and the secrets service, which is called without
 * its client. A request that no one was to answer fails the test.
 */
import { isOfBucket } from './bucket';
import { answerRequests, type MemoryRequest, type MemoryResponse } from './memory-http';
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
  /** Ends the answers of this web. */
  readonly restore = answerRequests({
    answers: (url) => !isOfBucket(url),
    answer: (request) => this.#respond(request),
  });

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

  #answer(request: WebRequest): WebAnswer | Error {
    this.requests.push(request);
    const route = this.#routes.find(({ prefix }) => request.url.startsWith(prefix));
    if (route !== undefined) return route.answering(request);
    this.unanswered.push(`${request.method} ${request.url}`);
    return new Error('No one was to answer this request');
  }

  async #respond({ isGuarded, body, ...request }: MemoryRequest): Promise<MemoryResponse | Error> {
    if (!isGuarded) await roundTrip();
    const answer = this.#answer({ ...request, body: body.toString() });
    if (answer instanceof Error) return answer;
    return { status: answer.status ?? 200, headers: answer.headers, body: toBody(answer) };
  }
}

function toBody({ body = '' }: WebAnswer): Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
