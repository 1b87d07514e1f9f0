import { BASE_PATH } from '#shared/api/base-path';
import { linksAreLocal } from '#shared/platform/config/environment';
import { type GatewayEvent, header } from './gateway-event';

/** Paths of this service, by which a stage's prefix is recognised in a path. */
const ROOTS = [BASE_PATH, '/sign/', '/verify/', '/openapi.json', '/docs/'];

/**
 * Origin and prefix under which a request came in, without a slash at the end. The gateway names the host: it
 * routes no other than its own ones, so a forged Host header does not get here. The prefix is the stage's, or
 * the base path of a custom domain.
 */
export function readBaseUrl(event: GatewayEvent): string {
  const { domainName, path } = event.requestContext;
  // On a laptop the pages have no stage in front of their paths, and no certificate.
  if (linksAreLocal()) return `http://${header(event, 'host') ?? domainName ?? 'localhost'}`;
  const ends = ROOTS.map((root) => path.indexOf(root)).filter((index) => index >= 0);
  const prefix = ends.length === 0 ? '' : path.slice(0, Math.min(...ends));
  return `https://${domainName}${prefix}`;
}
