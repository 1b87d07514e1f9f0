import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns true for a request from a web page: a browser adds `Origin`, and DNS rebinding causes another `Host`. A server without
 * access control must reject such requests.
 */
export function isForeignRequest(
  { host, origin }: Pick<IncomingHttpHeaders, 'host' | 'origin'>,
  endpoint: string,
): boolean {
  return origin !== undefined || host !== new URL(endpoint).host;
}
