/**
 * In-memory servers of partners, of providers, and of Secrets Manager (which the service calls without an AWS client). A request
 * fails the test if the test has set no response for its address.
 */
import { isOfBucket } from './bucket';
import { type MemoryRequest, type MemoryResponse, serveRequests } from './memory-http';
import { roundTrip } from './round-trips';

export interface WebRequest {
  readonly method: string;
  readonly url: string;
  /** Headers with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebResponse {
  /** @default 200 */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent unchanged, other values as JSON. @default no body */
  readonly body?: unknown;
}

type Responder = (request: WebRequest) => WebResponse | Error;

export class MemoryWeb {
  readonly requests: WebRequest[] = [];
  readonly unserved: string[] = [];
  readonly #routes: { readonly prefix: string; readonly responding: Responder }[] = [];
  /** Stops serving. */
  readonly restore = serveRequests({
    responses: (url) => !isOfBucket(url),
    respond: (request) => this.#respond(request),
  });

  /** Sets the response for URLs with a prefix. The latest matching route applies. */
  on(prefix: string, responding: WebResponse | Error | Responder): void {
    const response = typeof responding === 'function' ? responding : () => responding;
    this.#routes.unshift({ prefix, responding: response });
  }

  /** Makes requests to URLs with a prefix time out immediately. */
  timeOut(prefix: string): void {
    this.on(prefix, new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }

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
