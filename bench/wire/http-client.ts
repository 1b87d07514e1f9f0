/** Takes the place of Node's HTTP client in this process, to watch requests or to answer them. */
import { EventEmitter } from 'node:events';
import http, { type ClientRequest, type RequestOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import type { Call, WireRequest } from '#bench/wire/calls';

type Receive = (response: object) => void;
type Content = string | Uint8Array;

/** A request that a program is about to send. */
export interface Outgoing {
  readonly options: RequestOptions;
  readonly receive: Receive | undefined;
  /** Sends it by Node's own client. */
  pass(): ClientRequest;
}

/** Has every request over HTTP made by `send` from now on. */
export function replaceHttpClient(send: (outgoing: Outgoing) => EventEmitter): void {
  const original = http.request;
  const request = (to: string | URL | RequestOptions, second?: RequestOptions | Receive, third?: Receive) => {
    const isUrl = typeof to === 'string' || to instanceof URL;
    const options = isUrl ? { ...urlToHttpOptions(new URL(to)), ...(typeof second === 'object' && second) } : to;
    const receive = typeof second === 'function' ? second : third;
    return send({ options, receive, pass: () => original(options, receive) });
  };
  Object.assign(http, { request });
  syncBuiltinESMExports();
}

/** Numbers the waves of calls. */
export class Waves {
  #open = 0;
  #number = 0;

  begin(): number {
    if (this.#open === 0) this.#number += 1;
    this.#open += 1;
    return this.#number;
  }

  end(): void {
    this.#open -= 1;
  }
}

export function readTarget({ headers }: RequestOptions): string {
  return String(Reflect.get(Object(headers), 'x-amz-target') ?? '');
}

/**
 * Sends a request, and has the database add the consumed capacity to its answer.
 * @param done is called before the program has the end of the answer
 */
export function watchRequest({ options, pass }: Outgoing, waves: Waves, done: (call: Call) => void): ClientRequest {
  const isTable = readTarget(options).startsWith('DynamoDB_');
  // The body grows by one member.
  if (isTable) Reflect.deleteProperty(Object(options.headers), 'content-length');
  const request = pass();
  const end = request.end.bind(request);
  const wave = waves.begin();
  let body = '';
  const write = (content: Content = '') => {
    body += toLatin1(content);
    return true;
  };
  const endWith = (content?: Content) => {
    write(content);
    const sent = isTable ? body.replace('{', '{"ReturnConsumedCapacity":"INDEXES",') : body;
    return end(Buffer.from(sent, 'latin1'));
  };
  Object.assign(request, { write, end: endWith });
  return request.on('response', (response) => {
    const push = response.push.bind(response);
    const chunks: Buffer[] = [];
    const finish = () => {
      waves.end();
      const contentType = response.headers['content-type'] ?? '';
      const answer = Buffer.concat(chunks).toString('latin1');
      done({
        ...toRequest(options, Buffer.from(body, 'latin1')),
        status: response.statusCode ?? 0,
        contentType,
        answer,
        wave,
      });
    };
    // The answer is read without taking it from its receiver.
    const readAlong = (chunk: Buffer | null) => {
      if (chunk === null) finish();
      else chunks.push(Buffer.from(chunk));
      return push(chunk);
    };
    Object.assign(response, { push: readAlong });
  });
}

/**
 * Answers a request with no socket: what remains to be measured is the program on this side of the wire.
 * @param defer when the answer comes: at once, unless it is given
 */
export function stubRequest(
  { receive }: Outgoing,
  find: (content: Content) => Call,
  { defer = process.nextTick, done = () => {} }: { defer?: (give: () => void) => unknown; done?: () => void } = {},
): EventEmitter {
  const request = new EventEmitter();
  const end = (content: Content = '') => {
    const call = find(content);
    defer(() => {
      const { body, ...head } = prepare(call);
      const response = Object.assign(new Readable({ read() {} }), head, { complete: true });
      response.push(body);
      response.push(null);
      response.once('end', done);
      request.emit('response', response);
      receive?.(response);
    });
  };
  const socket = { connecting: false, setKeepAlive() {}, setTimeout() {}, removeListener() {} };
  return Object.assign(request, { socket, end, setTimeout: () => request, destroy() {} });
}

export function toRequest(options: RequestOptions, content: Content): WireRequest {
  const { method = 'GET', path = '/' } = options;
  return { method, path: String(path), target: readTarget(options), body: toLatin1(content) };
}

function toLatin1(content: Content): string {
  return Buffer.from(content).toString('latin1');
}

const prepared = new WeakMap<Call, ReturnType<typeof toResponse>>();

function prepare(call: Call): ReturnType<typeof toResponse> {
  const response = prepared.get(call) ?? toResponse(call);
  prepared.set(call, response);
  return response;
}

function toResponse({ status, contentType, answer }: Call) {
  const body = Buffer.from(answer, 'latin1');
  const headers = {
    ...{ 'content-type': contentType, 'content-length': String(body.length), connection: 'keep-alive' },
    'x-amzn-requestid': 'BENCHMARK0000000000000000000000000000000000000000000',
    date: 'Sat, 21 Nov 2026 08:00:00 GMT',
  };
  return { statusCode: status, headers, body };
}
