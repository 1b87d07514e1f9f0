import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { proxyEvent } from '#local/gateway/proxy-event';
import { exampleFor } from '#scripts/docs/endpoint-docs';
import type { EndpointRow } from '#shared/api/endpoints';

/** Request of a caller to an endpoint. */
export interface EndpointRequest {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | number>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** The gateway's event for the example in an endpoint's docs.ts. */
export const exampleEvent = (row: EndpointRow) => requestEvent(row, exampleFor(row.id));

/** The gateway's event for a request to an endpoint. */
export function requestEvent(row: Pick<EndpointRow, 'method' | 'path'>, request: EndpointRequest) {
  const parameters = request.path ?? {};
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) query.set(name, String(value));
  const headers = {
    host: 'localhost',
    accept: 'application/json',
    'content-type': 'application/json',
    ...request.headers,
  };
  const received = {
    method: row.method,
    path: row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? '')),
    query: query.toString(),
    rawHeaders: Object.entries(headers).flat(),
    body: Buffer.from(request.body === undefined ? '' : JSON.stringify(request.body)),
    sourceIp: '127.0.0.1',
    port: 443,
  };
  const stage = { apiId: 'local', stage: 'sandbox', stageVariables: undefined, binaryMediaTypes: [] };
  return proxyEvent(received, { ...stage, requestId: randomUUID(), resource: row.path, parameters }, new Date());
}

const gatewayEvent = z.looseObject({
  httpMethod: z.string(),
  headers: z.record(z.string(), z.string()),
  multiValueHeaders: z.record(z.string(), z.array(z.string())),
});

/** The event with a partner's API key in place of the one that it has. An event of another form stays as it is. */
export function withApiKey(event: unknown, apiKey: string): unknown {
  const parsed = gatewayEvent.safeParse(event);
  if (!parsed.success) return event;
  const { headers, multiValueHeaders } = parsed.data;
  return {
    ...parsed.data,
    headers: { ...without(headers), 'Partner-API-Key': apiKey },
    multiValueHeaders: { ...without(multiValueHeaders), 'Partner-API-Key': [apiKey] },
  };
}

function without<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'partner-api-key'));
}
