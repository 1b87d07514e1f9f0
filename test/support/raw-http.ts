/** HTTP as bytes on a socket: for requests that a client library would correct or refuse before they are sent. */
import { connect } from 'node:net';

/** One response as it was received. */
export interface RawResponse {
  readonly status: number;
  /** Status line and headers as sent. */
  readonly head: string;
  readonly text: string;
}

/** Time that a server may stay silent with the connection open, in milliseconds. */
const SILENCE_MS = 20_000;

/**
 * Sends bytes, lets the server hang up, and returns every response that came: a request smuggled after another one
 * shows as an extra response.
 * @param cut ends the sending side at once, as a caller that disconnects in the middle does
 */
export function exchange(port: number, bytes: Buffer, { cut = false } = {}): Promise<RawResponse[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: cut });
    const finish = () => resolve(responsesIn(Buffer.concat(chunks)));
    socket.setTimeout(SILENCE_MS, () => {
      socket.destroy();
      reject(new Error(`No end of the response in ${SILENCE_MS} ms`));
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', finish);
    // A server that refuses early resets the connection while the rest is still being sent.
    socket.on('error', finish);
    socket.on('connect', () => {
      if (cut) socket.end(bytes);
      else socket.write(bytes);
    });
  });
}

function responsesIn(bytes: Buffer): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = bytes;
  for (let end = rest.indexOf('\r\n\r\n'); end >= 0; end = rest.indexOf('\r\n\r\n')) {
    const head = rest.subarray(0, end).toString('latin1');
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? rest.length);
    const body = rest.subarray(end + 4, end + 4 + length);
    responses.push({
      status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
      head,
      text: body.toString('utf8'),
    });
    rest = rest.subarray(end + 4 + length);
  }
  return responses;
}

export interface RawRequest {
  readonly key?: string | undefined;
  /** Lines as they are, without their ends. */
  readonly headers?: readonly string[];
  readonly body?: string | Buffer | undefined;
}

/** The bytes of a well-formed request, after which the server is to hang up. */
export function request(method: string, target: string, { key, headers = [], body }: RawRequest = {}): Buffer {
  const content = Buffer.isBuffer(body) ? body : Buffer.from(body ?? '');
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: close',
    ...(key === undefined ? [] : [`partner-api-key: ${key}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${content.length}`]),
    ...headers,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), content]);
}

/** Lines of a request that is wrong as a whole; an empty line separates the head from the rest. */
export function wire(...lines: readonly string[]): Buffer {
  return Buffer.from(lines.join('\r\n'), 'latin1');
}
