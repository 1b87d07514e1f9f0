import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

/** What the gateway hands to a function, and what it takes back. */
export type GatewayEvent = APIGatewayProxyEvent;
export type GatewayResult = APIGatewayProxyResult;

/** A header's value by its lower-case name; `undefined` when absent or empty. The last of several counts. */
export function header(event: GatewayEvent, name: string): string | undefined {
  for (const [key, value] of Object.entries(event.headers ?? {})) {
    if (key.toLowerCase() === name && value !== undefined && value !== '') return value;
  }
  return undefined;
}

/** Every value of a header, by its lower-case name. */
export function headerValues(event: GatewayEvent, name: string): readonly string[] {
  for (const [key, values] of Object.entries(event.multiValueHeaders ?? {})) {
    if (key.toLowerCase() === name) return values ?? [];
  }
  const single = header(event, name);
  return single === undefined ? [] : [single];
}
