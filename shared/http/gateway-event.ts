import { isIP } from 'node:net';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { linksAreLocal } from '#shared/platform/config/environment';

/** Event that the gateway hands to a function, and the result that it takes back. */
export type GatewayEvent = APIGatewayProxyEvent;
export type GatewayResult = APIGatewayProxyResult;

/** A header's value by its lower-case name; `undefined` when absent or empty. The last of several counts. */
export function header(event: GatewayEvent, name: string): string | undefined {
  for (const [key, value] of Object.entries(event.headers ?? {})) {
    if (key.toLowerCase() === name && value !== undefined && value !== '') return value;
  }
  return undefined;
}

/**
 * Address that the gateway was called from; `undefined` if it names none, as in a test invocation. Of a partner or a
 * provider it is a server's, and may be logged; of a page it is a person's, and may not.
 */
export function readSourceIp({ requestContext }: GatewayEvent): string | undefined {
  const { sourceIp } = requestContext.identity;
  return isIP(sourceIp) > 0 ? sourceIp : undefined;
}

/** Every value of a header, by its lower-case name. */
export function headerValues(event: GatewayEvent, name: string): readonly string[] {
  const values = Object.entries(event.multiValueHeaders ?? {}).flatMap(([key, sent]) =>
    key.toLowerCase() === name ? (sent ?? []) : [],
  );
  return values.length > 0 ? values : [header(event, name) ?? []].flat();
}

/**
 * Returns the prefix before this service's own paths, without a slash at the end: the stage's name, the base path of a
 * custom domain, or nothing. It is the part of the path that the template of the route does not have.
 */
export function readPathPrefix({ resource, requestContext: { path } }: GatewayEvent): string {
  // On a laptop, paths have no prefix.
  if (linksAreLocal()) return '';
  const segments = segmentsIn(path);
  const prefix = segments.slice(0, segments.length - segmentsIn(resource).length);
  return prefix.map((segment) => `/${segment}`).join('');
}

const segmentsIn = (path: string) => path.split('/').filter((segment) => segment !== '');

/**
 * Origin and prefix that links of a response begin with, without a slash at the end: those under which the request came in, or the
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
