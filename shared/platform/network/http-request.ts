/**
 * One request with Node's own HTTP client, which the DynamoDB client has already loaded. `fetch` would load another client, add
 * 20 ms to the startup time, and fail at `100 Continue` (RFC 9110, section 15.2).
 */
import { type ClientRequest, type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps, type RequestOptions as SecureOptions } from 'node:https';
import type { Readable } from 'node:stream';

/** Options of the connection. @default Node's keep-alive connection to the host */
export type ConnectionOptions = Pick<SecureOptions, 'agent' | 'ca' | 'lookup' | 'minVersion'>;

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: RequestOptions['headers'];
  readonly body?: string | Uint8Array | Readable | undefined;
  readonly signal: AbortSignal;
  readonly connection?: ConnectionOptions | undefined;
  /** Time limit (ms) for DNS lookup, connection and TLS handshake together. @default only the limit of `signal` */
  readonly connectMs?: number | undefined;
}

/**
 * Sends a request. Does not follow redirects. The caller must read or destroy the body of the response.
 * @throws the abort reason of the signal, or the connection error
 */
export function sendRequest(
  url: string,
  { body, signal, connection, connectMs, ...rest }: HttpRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? overHttps : overHttp;
    const request = send(url, { ...connection, ...rest, signal }, (response) => {
      // A response that the caller does not read completely emits an error when it is destroyed. Ignore this error.
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

/** Reads a response. Returns `undefined` if the response has more than `maxBytes`. */
export async function readUpTo(maxBytes: number, response: IncomingMessage): Promise<Buffer | undefined> {
  // Check the declared length first. It can be missing, so the loop below counts the received bytes.
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy();
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    // Leaving the loop destroys the response.
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
