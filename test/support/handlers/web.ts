/**
 * Everything beyond the cloud, in memory: partners' servers, providers, and the secrets service, which is called without
 * its client. A request to an address that nothing serves fails the test.
 */
import { isOfBucket } from './bucket';
import { type MemoryRequest, type MemoryResponse, serveRequests } from './memory-http';
import { roundTrip } from './round-trips';

export interface WebRequest {
  readonly method: string;
  readonly url: string;
  /** Headers by their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebResponse {
  /** @default 200 */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text or bytes as they are; anything else as JSON. @default nothing */
  readonly body?: unknown;
}

type Responder = (request: WebRequest) => WebResponse | Error;

export class MemoryWeb {
  /** Every request, in order. */
  readonly requests: WebRequest[] = [];
  /** Requests to addresses that nothing serves. */
  readonly unserved: string[] = [];
  readonly #routes: { readonly prefix: string; readonly responding: Responder }[] = [];
  /** Ends the responses of this web. */
  readonly restore = serveRequests({
    responses: (url) => !isOfBucket(url),
    respond: (request) => this.#respond(request),
  });

  /** Sets the response of addresses that begin with a prefix, from now on. The latest route that fits counts. */
  on(prefix: string, responding: WebResponse | Error | Responder): void {
    const response = typeof responding === 'function' ? responding : () => responding;
    this.#routes.unshift({ prefix, responding: response });
  }

  /** Calls of these addresses end when their time is over, at once. */
  timeOut(prefix: string): void {
    this.on(prefix, new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }

  /** The requests to addresses that begin with a prefix. */
  requestsTo(prefix: string): WebRequest[] {
    return this.requests.filter(({ url }) => url.startsWith(prefix));
  }

  #responseTo(request: WebRequest): WebResponse | Error {
    this.requests.push(request);
    const route = this.#routes.find(({ prefix }) => request.url.startsWith(prefix));
    if (route !== undefined) return route.responding(request);
    this.unserved.push(`${request.method} ${request.url}`);
    return new Error('Nothing serves this address');
  }

  async #respond({ isGuarded, body, ...request }: MemoryRequest): Promise<MemoryResponse | Error> {
    if (!isGuarded) await roundTrip();
    const response = this.#responseTo({ ...request, body: body.toString() });
    if (response instanceof Error) return response;
    return { status: response.status ?? 200, headers: response.headers, body: toBody(response) };
  }
}

function toBody({ body = '' }: WebResponse): Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}
