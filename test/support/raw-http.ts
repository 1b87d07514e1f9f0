/** Sends HTTP as bytes over a socket, for requests that an HTTP client would correct or refuse. */
import { connect } from 'node:net';

/** One response as received. */
export interface RawResponse {
  readonly status: number;
  /** Status line and headers as received. */
  readonly head: string;
  readonly text: string;
}

/** Maximum time without a response on an open connection, in ms. */
const SILENCE_MS = 20_000;

/**
 * Sends bytes, waits until the server closes the connection, and returns all responses. A smuggled request causes an additional
 * response.
 * @param cut closes the sending side immediately, like a caller that disconnects
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
    // Not a failure: a server that refuses a request early resets the connection while the client still sends.
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
  /** Header lines without line ends. */
  readonly headers?: readonly string[];
  readonly body?: string | Buffer | undefined;
}

/** Builds the bytes of a well-formed request with `Connection: close`. */
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

/** Builds a malformed request from lines; an empty line separates headers and body. */
export function wire(...lines: readonly string[]): Buffer {
  return Buffer.from(lines.join('\r\n'), 'latin1');
}
