import { isIP } from 'node:net';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

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
 * Address that the gateway was called from; `undefined` where it names none, as in a test invocation. Of a partner or a
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
