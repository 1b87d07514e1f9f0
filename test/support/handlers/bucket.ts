/** The files bucket in memory. It responds to the requests of the service's HTTP client. */
import { setImmediate as afterThisTurn } from 'node:timers/promises';
import { type MemoryRequest, type MemoryResponse, serveRequests } from './memory-http';

export interface MemoryFile {
  readonly content: Buffer;
  readonly contentType: string;
  /** Headers of the request that stored the file. Absent if a test stored it. */
  readonly headers?: Readonly<Record<string, unknown>>;
}

const HOST = /^https:\/\/[^/]+\.s3\.[^/]+\.amazonaws\.com\//;

/** Returns true for a URL of the bucket. */
export function isOfBucket(url: string): boolean {
  return HOST.test(url);
}

export class MemoryBucket {
  /** Files by key. */
  readonly files = new Map<string, MemoryFile>();
  readonly #failures: (number | Error)[] = [];

  readonly restore = serveRequests({ responses: isOfBucket, respond: (request) => this.#respond(request) });

  /**
   * Makes the next requests fail with a status or a connection error. By default three requests fail, because the service sends a
   * failed request up to three times.
   */
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
