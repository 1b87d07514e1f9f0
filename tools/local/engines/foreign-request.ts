import type { IncomingHttpHeaders } from 'node:http';

/**
 * Tells a request that no program of this machine sends to a server without access control: one of a web page, which a
 * browser marks by `Origin`, or one under another name than the server's address, by which a page reaches a server that its
 * own name was pointed to (DNS rebinding).
 * @param endpoint of the server, as it is given to callers
 */
export function isForeignRequest(
  { host, origin }: Pick<IncomingHttpHeaders, 'host' | 'origin'>,
  endpoint: string,
): boolean {
  return origin !== undefined || host !== new URL(endpoint).host;
}
