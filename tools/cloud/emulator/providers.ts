import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { Certificate } from './emulator';

/** A request that a provider received. */
export interface ProviderCall {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
}

/** Simulated production providers on loopback, with TLS. */
export interface Providers {
  readonly url: string;
  readonly calls: readonly ProviderCall[];
  stop(): Promise<void>;
}

/** Path of an image that a KYC submission can refer to. */
export const FILE_PATH = '/file.png';
const PICTURE = Buffer.from('\x89PNG\r\n\x1a\n and the rest of a picture', 'latin1');

/** Pesos in dollars. */
const MID_RATE = '0.058';

/**
 * Starts providers that verify every user immediately, return one exchange rate and serve `FILE_PATH`. They refuse all other
 * requests with 422.
 */
export async function startProviders({ certificateFile, keyFile }: Certificate): Promise<Providers> {
  const calls: ProviderCall[] = [];
  const server = createServer(
    { cert: readFileSync(certificateFile), key: readFileSync(keyFile) },
    (request, response) => {
      const { method = '', url: path = '', headers } = request;
      calls.push({ method, path, authorization: headers.authorization ?? '' });
      if (path === FILE_PATH) {
        request.resume().on('end', () => response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE));
        return;
      }
      const body = responseTo(`${method} ${path}`);
      request.resume().on('end', () => {
        response.writeHead(body === undefined ? 422 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body ?? { error: 'unexpected request' }));
      });
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server of the providers does not listen');
  return {
    url: `https://127.0.0.1:${address.port}`,
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function responseTo(call: string): unknown {
  if (call === 'POST /verifications')
    return { reference: 'case-1', status: 'VERIFIED', firstName: 'Ana', lastName: 'García' };
  if (call.startsWith('GET /rates/')) return { mid: MID_RATE, asOf: new Date().toISOString() };
  return undefined;
}
