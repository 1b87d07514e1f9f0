/** Watches the HTTP requests of this process: its functions' calls to the cloud. */
import type { EventEmitter } from 'node:events';
import http, { type ClientRequest, type RequestOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { urlToHttpOptions } from 'node:url';

/** A request to a service of the cloud as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** `x-amz-target`, e.g. `DynamoDB_20120810.GetItem`; empty for services that have none. */
  readonly target: string;
  /** Bytes as Latin-1. */
  readonly body: string;
}

export interface Call extends WireRequest {
  readonly status: number;
  readonly contentType: string;
  /** Bytes as Latin-1. */
  readonly response: string;
  /** Calls of one wave were in flight together; the next wave began when all of them had a response. */
  readonly wave: number;
}

export type Content = string | Uint8Array;
type Receive = (response: object) => void;

/** A request that a program is about to send. */
export interface Outgoing {
  readonly options: RequestOptions;
  readonly receive: Receive | undefined;
  /** Sends it by Node's own client. */
  pass(): ClientRequest;
}

/** `GetItem`, `TransactWriteItems` … */
export function operation({ target }: Pick<WireRequest, 'target'>): string {
  return target.replace(/^.*\./, '');
}

/** Lets `send` make every HTTP request from now on. */
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

let [open, wave] = [0, 0];

/** Counts a call of this process as begun. @returns its wave */
export function beginCall(): number {
  if (open === 0) wave += 1;
  open += 1;
  return wave;
}

export function endCall(): void {
  open -= 1;
}

/** Returns true while a call has no response yet. */
export const hasOpenCalls = (): boolean => open > 0;

/**
 * Sends a request, and has the database add the consumed capacity to its response.
 * @param done is called before the program has the end of the response
 */
export function watchRequest({ options, pass }: Outgoing, done: (call: Call) => void): ClientRequest {
  const isTable = readTarget(options).startsWith('DynamoDB_');
  // The body grows by one member.
  if (isTable) Reflect.deleteProperty(Object(options.headers), 'content-length');
  const request = pass();
  const end = request.end.bind(request);
  const ownWave = beginCall();
  let body = '';
  const write = (content: Content = '') => {
    body += toLatin1(content);
    return true;
  };
  const endWith = (content?: Content) => {
    write(content);
    return end(Buffer.from(isTable ? askingCost(body) : body, 'latin1'));
  };
  Object.assign(request, { write, end: endWith });
  return request.on('response', (response) => {
    const push = response.push.bind(response);
    const chunks: Buffer[] = [];
    const finish = () => {
      endCall();
      const contentType = response.headers['content-type'] ?? '';
      const reply = Buffer.concat(chunks).toString('latin1');
      const sent = toRequest(options, Buffer.from(body, 'latin1'));
      done({ ...sent, status: response.statusCode ?? 0, contentType, response: reply, wave: ownWave });
    };
    // The response is read without taking it from its receiver.
    const readAlong = (chunk: Buffer | null) => {
      if (chunk === null) finish();
      else chunks.push(Buffer.from(chunk));
      return push(chunk);
    };
    Object.assign(response, { push: readAlong });
  });
}

/** Adds the request for consumed capacity to a request to the table, even if it has one. */
function askingCost(body: string): string {
  return body
    .replace(/"ReturnConsumedCapacity":"[A-Z]+",?/, '')
    .replace('{', '{"ReturnConsumedCapacity":"INDEXES",')
    .replace(/,}$/, '}');
}

export function readTarget({ headers }: RequestOptions): string {
  return String(Reflect.get(Object(headers), 'x-amz-target') ?? '');
}

export function toRequest(options: RequestOptions, content: Content): WireRequest {
  const { method = 'GET', path } = options;
  return { method, path: path ?? '/', target: readTarget(options), body: toLatin1(content) };
}

function toLatin1(content: Content): string {
  return Buffer.from(content).toString('latin1');
}
