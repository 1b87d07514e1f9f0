/** The files bucket in memory, behind the HTTP client that the service calls it with. */
import { EventEmitter } from 'node:events';
import https, { type RequestOptions } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';

export interface MemoryFile {
  readonly content: Buffer;
  readonly contentType: string;
  /** Headers of the request that put it there. Absent of one that a test put there. */
  readonly headers?: Readonly<Record<string, unknown>>;
}

interface Answer extends Readable {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
}

type Respond = (answer: Answer) => void;

let current: MemoryBucket | undefined;
const { request } = https;
// In place for the life of the process: to replace it for each test would cost more than most tests.
Object.assign(https, {
  request: (url: string, options: RequestOptions, respond: Respond) =>
    current === undefined ? request(url, options, Object(respond)) : current.take(url, options, respond),
});
syncBuiltinESMExports();

const HOST = /^https:\/\/[^/]+\.s3\.[^/]+\.amazonaws\.com\//;

export class MemoryBucket {
  /** Every file by its key. */
  readonly files = new Map<string, MemoryFile>();
  readonly #failures: (number | Error)[] = [];

  constructor() {
    current = this;
  }

  /** The next calls answer with a status, or break off with an error. The service makes three attempts. */
  failNext(failure: number | Error, times = 3): void {
    this.#failures.push(...Array.from({ length: times }, () => failure));
  }

  restore(): void {
    current = undefined;
  }

  /** Takes a call of `https.request`. */
  take(url: string, { method = 'GET', headers }: RequestOptions, respond: Respond): EventEmitter {
    if (!HOST.test(url)) throw new Error(`No one was to answer ${method} ${url}`);
    const key = decodeURIComponent(new URL(url).pathname.slice(1));
    const given = { ...(Array.isArray(headers) ? {} : headers) };
    const sent = new EventEmitter();
    const end = (content: Uint8Array = new Uint8Array()) => {
      const failure = this.#failures.shift();
      setImmediate(() => {
        if (failure instanceof Error) sent.emit('error', failure);
        else
          respond(failure === undefined ? this.#carryOut(method, key, { content, headers: given }) : toAnswer(failure));
      });
      return sent;
    };
    return Object.assign(sent, { end });
  }

  #carryOut(
    method: string,
    key: string,
    { content, headers }: { content: Uint8Array; headers: Readonly<Record<string, unknown>> },
  ) {
    const contentType = String(headers['content-type'] ?? '');
    if (method === 'PUT') this.files.set(key, { content: Buffer.from(content), contentType, headers });
    const found = this.files.get(key);
    if (method === 'DELETE') this.files.delete(key);
    if (method !== 'GET') return toAnswer(method === 'PUT' ? 200 : 204);
    if (found === undefined) return toAnswer(404);
    return toAnswer(200, found.content, { 'content-type': found.contentType, 'x-amz-version-id': '1' });
  }
}

function toAnswer(
  statusCode: number,
  content: Uint8Array = Buffer.alloc(0),
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body = Readable.from(content.length === 0 ? [] : [content], { objectMode: false });
  return Object.assign(body, { statusCode, headers });
}
