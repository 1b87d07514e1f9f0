/**
 * One request by Node's own client, which reads informational responses (1xx) until the final one comes
 * (RFC 9110, section 15.2). The table's calls have loaded it already; `fetch` would load another one, takes 20 ms of a start,
 * and breaks off at `100 Continue`.
 */
import { type ClientRequest, type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps, type RequestOptions as SecureOptions } from 'node:https';
import type { Readable } from 'node:stream';

/** Options of the connection. @default the connection that Node keeps for this host */
export type ConnectionOptions = Pick<SecureOptions, 'agent' | 'ca' | 'lookup' | 'minVersion'>;

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: RequestOptions['headers'];
  readonly body?: string | Uint8Array | Readable | undefined;
  readonly signal: AbortSignal;
  readonly connection?: ConnectionOptions | undefined;
  /** Milliseconds for the look-up, the connection and the handshake together. @default no limit besides the signal */
  readonly connectMs?: number | undefined;
}

/**
 * Sends a request. A redirect is a response like any other.
 * @returns the final response once its headers are there; its body has to be read or destroyed
 * @throws the reason of the signal, or the error of the connection
 */
export function sendRequest(
  url: string,
  { body, signal, connection, connectMs, ...rest }: HttpRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? overHttps : overHttp;
    const request = send(url, { ...connection, ...rest, signal }, (response) => {
      // A response that is not read to its end is destroyed. Nothing waits for this error.
      response.on('error', () => undefined);
      resolve(response);
    });
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(
        Object.assign(new Error('A change of the protocol was not requested'), { code: 'ERR_UNREQUESTED_UPGRADE' }),
      );
    });
    if (connectMs !== undefined) limitConnecting(request, connectMs);
    if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) request.end(body);
    else body.on('error', (error) => request.destroy(error)).pipe(request);
  });
}

function limitConnecting(request: ClientRequest, limitMs: number): void {
  const limit = setTimeout(
    () => request.destroy(Object.assign(new Error('No connection in time'), { code: 'ETIMEDOUT' })),
    limitMs,
  );
  const end = () => clearTimeout(limit);
  request.on('close', end);
  request.on('socket', (socket) => socket.once('encrypted' in socket ? 'secureConnect' : 'connect', end));
}

/** The bytes of a response; `undefined` when there are more than so many. */
export async function readUpTo(maxBytes: number, response: IncomingMessage): Promise<Buffer | undefined> {
  // Only a shortcut: the received bytes are counted below.
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy();
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    // Leaving the loop destroys the rest.
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
