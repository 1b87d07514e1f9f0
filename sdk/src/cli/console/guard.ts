/** Checks of a request to the console, before anything else is read of it. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Header of the token. A page of another origin cannot send it unless it is let to. */
export const TOKEN_HEADER = 'console-token';

interface Guarded {
  readonly headers: IncomingHttpHeaders;
  readonly port: number;
}

/**
 * Says why a request is refused, `undefined` where it is not. A name that is not of this machine, which a foreign DNS answer
 * leads here (DNS rebinding), and any other origin are refused.
 */
export function refusalOf({ headers, port }: Guarded): string | undefined {
  const { host = '', origin } = headers;
  const site = headers['sec-fetch-site'] ?? 'none';
  if (!['127.0.0.1', 'localhost', '[::1]'].some((name) => host === `${name}:${port}`))
    return 'This name is not of the console.';
  if (origin !== undefined && origin !== `http://${host}`) return 'This origin is not of the console.';
  if (site !== 'none' && site !== 'same-origin') return 'Another site leads here.';
  return undefined;
}

/** Compares the token of a request in constant time. Repeated headers are joined by Node.js, and are no token. */
export function hasToken(headers: IncomingHttpHeaders, token: string): boolean {
  const sent = headers[TOKEN_HEADER];
  const [given, expected] = [Buffer.from(typeof sent === 'string' ? sent : ''), Buffer.from(token)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
