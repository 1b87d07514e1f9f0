/** The files bucket in memory, behind the HTTP client that the service calls it with. */
import { setImmediate as afterThisTurn } from 'node:timers/promises';
import { type MemoryRequest, type MemoryResponse, serveRequests } from './memory-http';

export interface MemoryFile {
  readonly content: Buffer;
  readonly contentType: string;
  /** Headers of the request that put it there. Absent of one that a test put there. */
  readonly headers?: Readonly<Record<string, unknown>>;
}

const HOST = /^https:\/\/[^/]+\.s3\.[^/]+\.amazonaws\.com\//;

/** Returns true if a request goes to the bucket. */
export function isOfBucket(url: string): boolean {
  return HOST.test(url);
}

export class MemoryBucket {
  /** Every file by its key. */
  readonly files = new Map<string, MemoryFile>();
  readonly #failures: (number | Error)[] = [];

  /** Ends the responses of this bucket. */
  readonly restore = serveRequests({ responses: isOfBucket, respond: (request) => this.#respond(request) });

  /** The next calls respond with a status, or break off with an error. The service makes three attempts. */
  failNext(failure: number | Error, times = 3): void {
    this.#failures.push(...Array.from({ length: times }, () => failure));
  }

  async #respond(request: MemoryRequest): Promise<MemoryResponse | Error> {
    const failure = this.#failures.shift();
    await afterThisTurn();
    if (failure instanceof Error) return failure;
    return failure === undefined ? this.#carryOut(request) : { status: failure };
  }

  #carryOut({ method, url, headers, body: content }: MemoryRequest): MemoryResponse {
    const key = decodeURIComponent(new URL(url).pathname.slice(1));
    const contentType = headers['content-type'] ?? '';
    if (method === 'PUT') this.files.set(key, { content, contentType, headers });
    const found = this.files.get(key);
    if (method === 'DELETE') this.files.delete(key);
    if (method !== 'GET') return { status: method === 'PUT' ? 200 : 204 };
    if (found === undefined) return { status: 404 };
    return {
      status: 200,
      body: found.content,
      headers: { 'content-type': found.contentType, 'x-amz-version-id': '1' },
    };
  }
}
