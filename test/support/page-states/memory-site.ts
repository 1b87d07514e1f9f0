/** Serves hosted pages with the data of the current test. The handlers of the pages run in this process. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { vi } from 'vitest';
import { proxyEvent } from '#local/gateway/proxy-event';
import { startHttpServer } from '#local/processes/http-server';
import { type EndpointRow, endpoints } from '#shared/contract/endpoints';
import { lambdaContext } from '#test/support/gateway-event';
import { processEnvironment } from '#test/support/handlers/environment';
import type { EndpointHandler, World } from '#test/support/handlers/world';
import { atEnd } from '#test/support/lifetime';

/** Origin to which the pages upload files. */
export const BUCKET_ORIGIN = 'https://ramp-files.s3.us-east-1.amazonaws.com';

const FUNCTIONS = resolve(import.meta.dirname, '../../../functions');

const linked = endpoints.filter(({ scope }) => scope === 'link');
const routes = linked.map((row) => ({ row, path: new RegExp(`^${row.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) }));

/** Starts the site for a test file. @returns its origin */
export async function startSite(): Promise<string> {
  const { url, stop } = await startHttpServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  atEnd(stop);
  return url;
}

/** Sets the environment variables of all page functions until the test ends. */
export function openSite(stage: 'sandbox' | 'production'): void {
  for (const row of linked)
    for (const [name, value] of Object.entries(processEnvironment(row, stage))) vi.stubEnv(name, value);
}

/** Stores the uploads of a browser in the in-memory bucket. */
export async function serveBucket(context: BrowserContext, world: World): Promise<void> {
  await context.route(`${BUCKET_ORIGIN}/**`, async (route) => {
    const request = route.request();
    const content = request.postDataBuffer() ?? Buffer.alloc(0);
    const contentType = (await request.headerValue('content-type')) ?? '';
    world.files.files.set(decodeURIComponent(new URL(request.url()).pathname.slice(1)), { content, contentType });
    await route.fulfill({ status: 200, headers: { 'access-control-allow-origin': '*' } });
  });
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const body = await buffer(request);
  const found = routes.flatMap(({ row, path: pattern }) => {
    const match = row.method === request.method ? pattern.exec(path) : null;
    return match === null ? [] : [{ row, parameters: { ...match.groups } }];
  })[0];
  if (found === undefined) return void response.writeHead(404).end();
  const sent = { path, query, rawHeaders: request.rawHeaders, body };
  const { statusCode, headers = {}, body: text } = await callHandler(found.row, sent, found.parameters);
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  response.writeHead(statusCode, Object.fromEntries(texts)).end(text);
}

async function callHandler(
  row: EndpointRow,
  sent: {
    readonly path: string;
    readonly query: string;
    readonly rawHeaders: readonly string[];
    readonly body: Buffer;
  },
  parameters: Readonly<Record<string, string>>,
) {
  const { handler }: { readonly handler: EndpointHandler } = await import(
    pathToFileURL(resolve(FUNCTIONS, row.folder, 'handler.ts')).href
  );
  const event = proxyEvent(
    { ...sent, method: row.method, sourceIp: '203.0.113.7', port: 443 },
    {
      ...{ apiId: 'api', stage: 'sandbox', stageVariables: undefined },
      ...{ requestId: '11111111-1111-4111-8111-111111111111', resource: row.path, parameters },
    },
    new Date(),
  );
  if (event === undefined) throw new Error('The query is not valid');
  const state = { requestId: '', startedMs: 0, caller: undefined, body: undefined, headers: {} };
  return handler({ ...event, state }, lambdaContext());
}
