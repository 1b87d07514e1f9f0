import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns true for a request from a web page: a browser adds `Origin`, and DNS rebinding causes another `Host`. Local programs
 * send no such requests. The server has no access control, so it must reject them.
 * @param endpoint URL of the server as callers use it
 */
export function isForeignRequest(
  { host, origin }: Pick<IncomingHttpHeaders, 'host' | 'origin'>,
  endpoint: string,
): boolean {
  return origin !== undefined || host !== new URL(endpoint).host;
}
