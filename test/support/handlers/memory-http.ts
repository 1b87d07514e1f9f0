/** Replaces Node's HTTP client in tests. A request to a URL of a registered `Responder` never leaves the process. */
import { EventEmitter } from 'node:events';
import http, { type RequestOptions } from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';

export interface MemoryRequest {
  readonly method: string;
  readonly url: string;
  /** Headers with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** True if the request has its own connection. Requests to partners have their own connections (guarded-request.ts). */
  readonly isGuarded: boolean;
}

export interface MemoryResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array | undefined;
}

export interface Responder {
  responses(url: string): boolean;
  /** @returns the response, or a connection error */
  respond(request: MemoryRequest): Promise<MemoryResponse | Error>;
}

type Respond = (response: object) => void;

const responding: Responder[] = [];

// Replaced once per process: replacing the client for each test takes longer than most tests.
for (const client of [http, https]) {
  const { request } = client;
  Object.assign(client, {
    request: (url: string, options: RequestOptions, respond: Respond) => {
      const found = typeof url === 'string' ? responding.find((one) => one.responses(url)) : undefined;
      return found === undefined ? request(url, options, respond) : sentTo(found, url, options, respond);
    },
  });
}
syncBuiltinESMExports();

/** Responds to requests with `one`, before the responders of earlier calls. @returns a function that removes `one` */
export function serveRequests(one: Responder): () => void {
  responding.unshift(one);
  return () => void responding.splice(responding.indexOf(one), 1);
}

function sentTo(one: Responder, url: string, options: RequestOptions, respond: Respond): EventEmitter {
  const { method = 'GET', agent } = options;
  const headers = Object.entries({ ...(Array.isArray(options.headers) ? {} : options.headers) });
  const sent = new EventEmitter();
  const pieces: Uint8Array[] = [];
  const write = (piece: string | Uint8Array) => pieces.push(Buffer.from(piece)) > 0;
  const end = (piece: string | Uint8Array = '') => {
    write(piece);
    const request = {
      ...{ method, url, body: Buffer.concat(pieces), isGuarded: agent === false },
      headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), String(value)])),
    };
    void one.respond(request).then((response) => {
      if (response instanceof Error) sent.emit('error', response);
      else respond(toIncoming(response));
    });
    return sent;
  };
  return Object.assign(sent, { write, end, destroy: () => sent });
}

function toIncoming({ status, headers = {}, body }: MemoryResponse): object {
  const stream = Readable.from(body === undefined || body.length === 0 ? [] : [body], { objectMode: false });
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return Object.assign(stream, { statusCode: status, headers: Object.fromEntries(named) });
}
