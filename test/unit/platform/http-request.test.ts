import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startHttpServer } from '#local/processes/http-server';
import { type HttpRequest, readUpTo, sendRequest } from '#shared/platform/network/http-request';
import { callProvider } from '#shared/platform/providers/call';
import { informational, neverFinal, switchProtocols } from '#test/support/servers/informational';
import { startedForTests } from '#test/support/started-for-tests';

let write: (typeof informational)[number][1] = () => undefined;

/**
 * First calls `write`, for example to send an informational (1xx) response. Then responds with the method and body of the
 * request. `/silent` gets no final response.
 */
const server = startedForTests(() =>
  startHttpServer(async (request, response) => {
    write(response);
    if (request.url === '/silent') return;
    const body = await text(request);
    response.writeHead(request.url === '/moved' ? 302 : 200, { location: '/elsewhere' });
    response.end(JSON.stringify({ method: request.method, body }));
  }),
);

async function send(path: string, request: Partial<HttpRequest> = {}) {
  const signal = AbortSignal.timeout(5000);
  const response = await sendRequest(`${server().url}${path}`, { method: 'GET', headers: {}, signal, ...request });
  return { status: response.statusCode, body: String(await readUpTo(1000, response)) };
}

it.each(informational)('reads on to the final response after %s', async (_, before) => {
  write = before;
  expect(await send('/')).toEqual({ status: 200, body: '{"method":"GET","body":""}' });
  expect(await send('/', { method: 'PUT', body: Buffer.from('a') })).toMatchObject({
    body: '{"method":"PUT","body":"a"}',
  });
  const body = Readable.from(['b', 'c'], { objectMode: false });
  expect(await send('/', { method: 'POST', body })).toMatchObject({ body: '{"method":"POST","body":"bc"}' });
});

it.each(informational)("reads a provider's response after %s", async (_, before) => {
  write = before;
  const response = z.object({ method: z.string() });
  const limits = { attemptTimeoutMs: 5000, budgetMs: 5000, maxAttempts: 1, maxBytes: 1000 };
  const request = { url: `${server().url}/`, method: 'POST', headers: {}, body: { a: 1 }, response } as const;
  expect(await callProvider(request, limits)).toEqual({ method: 'POST' });
});

it('ends with the reason of its signal while informational responses come', async () => {
  write = neverFinal;
  await expect(send('/silent', { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('refuses a change of the protocol', async () => {
  write = switchProtocols;
  await expect(send('/silent')).rejects.toMatchObject({ code: 'ERR_UNREQUESTED_UPGRADE' });
});

it('follows no redirect', async () => {
  write = () => undefined;
  expect(await send('/moved')).toMatchObject({ status: 302 });
});

it('reads no more than it may', async () => {
  write = () => undefined;
  const request = { method: 'POST', headers: {}, body: 'x'.repeat(2000), signal: AbortSignal.timeout(5000) } as const;
  expect(await readUpTo(1000, await sendRequest(`${server().url}/`, request))).toBeUndefined();
});
