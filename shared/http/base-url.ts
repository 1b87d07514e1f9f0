import { linksAreLocal } from '#shared/platform/config/environment';
import { type GatewayEvent, header } from './gateway-event';

/**
 * Returns the prefix before this service's own paths, without a slash at the end: the stage's name, the base path of a
 * custom domain, or nothing. It is the part of the path that the template of the route does not have.
 */
export function readPathPrefix({ resource, requestContext: { path } }: GatewayEvent): string {
  // On a laptop nothing stands before the paths.
  if (linksAreLocal()) return '';
  const segments = segmentsIn(path);
  const prefix = segments.slice(0, segments.length - segmentsIn(resource).length);
  return prefix.map((segment) => `/${segment}`).join('');
}

const segmentsIn = (path: string) => path.split('/').filter((segment) => segment !== '');

/**
 * Origin and prefix that links of an answer begin with, without a slash at the end: those under which the request came in, or the
 * stage's own for people where partners come in by another name. The gateway names the host: it routes no other than its own ones,
 * so a forged Host header does not get here.
 */
export function readBaseUrl(event: GatewayEvent): string {
  if (process.env.PAGES_BASE_URL !== undefined) return process.env.PAGES_BASE_URL;
  const { domainName } = event.requestContext;
  // On a laptop the pages have no certificate.
  if (linksAreLocal()) return `http://${header(event, 'host') ?? domainName ?? 'localhost'}`;
  return `https://${domainName}${readPathPrefix(event)}`;
}
