import * as z from 'zod';
import { proxyEvent } from '#local/gateway/proxy-event';
import type { EndpointRow } from '#shared/api/endpoints';

const docsModule = z.object({
  docs: z.object({
    example: z.object({
      path: z.optional(z.record(z.string(), z.string())),
      query: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
      headers: z.optional(z.record(z.string(), z.string())),
      body: z.optional(z.unknown()),
    }),
  }),
});

const FUNCTIONS = new URL('../../functions/', import.meta.url);

/** The gateway's event for the example in an endpoint's docs.ts. */
export async function exampleEvent({ folder, method, path }: EndpointRow): Promise<unknown> {
  const module: unknown = await import(new URL(`${folder}/docs.ts`, FUNCTIONS).href);
  const { example } = docsModule.parse(module).docs;
  const parameters = example.path ?? {};
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(example.query ?? {})) query.set(name, String(value));
  const headers = { host: 'localhost', 'content-type': 'application/json', ...example.headers };
  const request = {
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? '')),
    query: query.toString(),
    rawHeaders: Object.entries(headers).flat(),
    body: Buffer.from(example.body === undefined ? '' : JSON.stringify(example.body)),
    sourceIp: '127.0.0.1',
    port: 443,
  };
  const frame = {
    apiId: 'local',
    stage: 'sandbox',
    stageVariables: undefined,
    binaryMediaTypes: [],
    requestId: crypto.randomUUID(),
    resource: path,
    parameters,
  };
  return proxyEvent(request, frame, new Date());
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
