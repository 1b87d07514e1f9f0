/** Node's HTTP client for tests: requests to addresses that a test answers never leave the process. */
import { EventEmitter } from 'node:events';
import http, { type RequestOptions } from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';

export interface MemoryRequest {
  readonly method: string;
  readonly url: string;
  /** By their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** True over a connection of its own, as to partners' servers. */
  readonly isGuarded: boolean;
}

export interface MemoryResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array | undefined;
}

export interface Answering {
  answers(url: string): boolean;
  /** @returns the response, or the error of the connection */
  answer(request: MemoryRequest): Promise<MemoryResponse | Error>;
}

type Respond = (response: object) => void;

const answering: Answering[] = [];

// In place for the life of the process: to replace it for each test would cost more than most tests.
for (const client of [http, https]) {
  const { request } = client;
  Object.assign(client, {
    request: (url: string, options: RequestOptions, respond: Respond) => {
      const found = typeof url === 'string' ? answering.find((one) => one.answers(url)) : undefined;
      return found === undefined ? request(url, options, respond) : sentTo(found, url, options, respond);
    },
  });
}
syncBuiltinESMExports();

/** Has requests answered from now on, before those that were there. @returns what ends that */
export function answerRequests(one: Answering): () => void {
  answering.unshift(one);
  return () => void answering.splice(answering.indexOf(one), 1);
}

function sentTo(one: Answering, url: string, options: RequestOptions, respond: Respond): EventEmitter {
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
    void one.answer(request).then((answer) => {
      if (answer instanceof Error) sent.emit('error', answer);
      else respond(toIncoming(answer));
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
