import { isIP } from 'node:net';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { linksAreLocal } from '#shared/platform/config/environment';

/** Event from API Gateway to a Lambda function, and the function's result. */
export type GatewayEvent = APIGatewayProxyEvent;
export type GatewayResult = APIGatewayProxyResult;

/** Returns a header by its lower-case name; `undefined` if missing or empty. API Gateway keeps the last of several values. */
export function header(event: GatewayEvent, name: string): string | undefined {
  for (const [key, value] of Object.entries(event.headers ?? {})) {
    if (key.toLowerCase() === name && value !== undefined && value !== '') return value;
  }
  return undefined;
}

/**
 * Returns the caller's IP address; `undefined` if the gateway provides no address, as in a test invocation. The address of a page
 * visitor is personal data and must not be logged.
 */
export function readSourceIp({ requestContext }: GatewayEvent): string | undefined {
  const { sourceIp } = requestContext.identity;
  return isIP(sourceIp) > 0 ? sourceIp : undefined;
}

/** Returns all values of a header, by its lower-case name. */
export function headerValues(event: GatewayEvent, name: string): readonly string[] {
  const values = Object.entries(event.multiValueHeaders ?? {}).flatMap(([key, sent]) =>
    key.toLowerCase() === name ? (sent ?? []) : [],
  );
  return values.length > 0 ? values : [header(event, name) ?? []].flat();
}

/** Returns the path before an endpoint's route, without a final slash: the stage, a domain's base path, or an empty text. */
export function readPathPrefix({ resource, requestContext: { path } }: GatewayEvent): string {
  // Local paths have no prefix.
  if (linksAreLocal()) return '';
  const segments = segmentsIn(path);
  const prefix = segments.slice(0, segments.length - segmentsIn(resource).length);
  return prefix.map((segment) => `/${segment}`).join('');
}

const segmentsIn = (path: string) => path.split('/').filter((segment) => segment !== '');

/**
 * Returns the origin and prefix of links in responses, without a final slash. `PAGES_BASE_URL` is set if partners need client
 * certificates (docs/adr/012). API Gateway accepts only its own host names, so a forged Host header has no effect.
 */
export function readBaseUrl(event: GatewayEvent): string {
  if (process.env.PAGES_BASE_URL !== undefined) return process.env.PAGES_BASE_URL;
  const { domainName } = event.requestContext;
  // Local pages have no certificate.
  if (linksAreLocal()) return `http://${header(event, 'host') ?? domainName ?? 'localhost'}`;
  return `https://${domainName}${readPathPrefix(event)}`;
}
