import type { APIGatewayProxyEvent } from 'aws-lambda';
import { gatewayEvent } from '#test/support/gateway-event';

interface Request {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The event that the gateway makes of a request to a row of the endpoint table, sent by a program on a server. */
export function requestEvent(
  { method, path }: { readonly method: string; readonly path: string },
  { parameters = {}, query = {}, headers, body }: Request,
): APIGatewayProxyEvent {
  const accept = { 'User-Agent': 'partner/1.0', Accept: 'application/json', 'Accept-Encoding': 'gzip, br' };
  const { state, ...event } = gatewayEvent({
    httpMethod: method,
    resource: path,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? name),
    headers: { ...accept, ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    pathParameters: orNull(parameters),
    queryStringParameters: orNull(query),
    multiValueQueryStringParameters: orNull(
      Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]])),
    ),
    body: body === undefined ? null : JSON.stringify(body),
  });
  return event;
}

/** The gateway has `null` in the place of nothing. */
function orNull<T extends object>(values: T): T | null {
  return Object.keys(values).length > 0 ? values : null;
}
