/** Records the HTTP requests of this process: the AWS requests of its functions. */
import type { EventEmitter } from 'node:events';
import http, { type ClientRequest, type RequestOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { urlToHttpOptions } from 'node:url';

/** An HTTP request to an AWS service. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** Header `x-amz-target`, for example `DynamoDB_20120810.GetItem`. Empty for services without it. */
  readonly target: string;
  /** Bytes as Latin-1. */
  readonly body: string;
}

export interface Call extends WireRequest {
  readonly status: number;
  readonly contentType: string;
  /** Bytes as Latin-1. */
  readonly response: string;
  /** Number of the wave. Requests of one wave run in parallel; the next wave begins when all of them have a response. */
  readonly wave: number;
}

export type Content = string | Uint8Array;
type Receive = (response: object) => void;

/** A request that a program is about to send. */
export interface Outgoing {
  readonly options: RequestOptions;
  readonly receive: Receive | undefined;
  /** Sends the request with Node's HTTP client. */
  pass(): ClientRequest;
}

/** `GetItem`, `TransactWriteItems` … */
export function operation({ target }: Pick<WireRequest, 'target'>): string {
  return target.replace(/^.*\./, '');
}

/** Makes `send` handle every HTTP request. */
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

/** Counts the start of a request. @returns its wave */
export function beginCall(): number {
  if (open === 0) wave += 1;
  open += 1;
  return wave;
}

export function endCall(): void {
  open -= 1;
}

/** Returns true while a request has no response. */
export const hasOpenCalls = (): boolean => open > 0;

/**
 * Sends a request. For DynamoDB, requests the consumed capacity in the response.
 * @param done called before the program receives the end of the response
 */
export function watchRequest({ options, pass }: Outgoing, done: (call: Call) => void): ClientRequest {
  const isTable = readTarget(options).startsWith('DynamoDB_');
  // Removes the content length, because `ReturnConsumedCapacity` makes the body longer.
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
    // Copies the chunks of the response. The program that sent the request still gets every chunk.
    const readAlong = (chunk: Buffer | null) => {
      if (chunk === null) finish();
      else chunks.push(Buffer.from(chunk));
      return push(chunk);
    };
    Object.assign(response, { push: readAlong });
  });
}

/** Sets `ReturnConsumedCapacity` in a table request. If the request has another value, replaces it. */
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
