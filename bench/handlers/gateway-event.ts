import type { APIGatewayProxyEvent } from 'aws-lambda';
import { proxyEvent } from '#local/gateway/proxy-event';

/** A request as a program on a server sends it. */
export interface SentRequest {
  readonly method: string;
  /** As the endpoint table has it, with its parameters in braces. */
  readonly route: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The event that a regional API of the gateway makes of a request. @throws Error when the query is not valid */
export function gatewayEvent(request: SentRequest): APIGatewayProxyEvent {
  const { method, route, parameters = {}, query = '', headers, body } = request;
  const host = { Host: 'abcdefghij.execute-api.us-east-1.amazonaws.com', 'User-Agent': 'partner/1.0' };
  const accept = { Accept: 'application/json', 'Accept-Encoding': 'gzip, br' };
  const content = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const path = route.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? name);
  const rawHeaders = Object.entries({ ...host, ...accept, ...content, ...headers }).flat();
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const requestId = '0f6c3e0a-5b1d-4c39-9a44-0d6a1f2e7b90';
  const stage = { apiId: 'abcdefghij', stage: 'sandbox', stageVariables: undefined, binaryMediaTypes: [] };
  const event = proxyEvent(
    { method, path, query, rawHeaders, body: bytes, sourceIp: '203.0.113.7', port: 443 },
    { ...stage, requestId, resource: route, parameters },
    new Date(),
  );
  if (event === undefined) throw new Error(`The query of ${method} ${route} is not valid`);
  return event;
}
