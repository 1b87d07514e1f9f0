import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startHttpServer } from '#local/processes/http-server';
import { readPageFiles } from '#sdk/cli/console/page-files';
import { startPartnerConsole } from '#sdk/cli/console/partner-console';
import { operationFacts } from '#sdk/generated/operations';
import { partnerConsole } from '#site/console-page';
import { cli } from '#test/support/cli';
import { itGuards, rightHeaders, sendLine } from '#test/support/console/refused-requests';
import { startedForTests } from '#test/support/started-for-tests';

const KEY = 'ramp_sbx_of_this_test';
const PATH = '/api/partner/v2';

const came: { readonly line: string; readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }[] = [];

/** A fake service that responds with the path of the request. */
const service = startedForTests(() =>
  startHttpServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    came.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    if (request.url?.includes('redirected')) return response.writeHead(307, { location: '/elsewhere' }).end();
    if (request.url?.includes('broken')) return request.socket.destroy();
    return response
      .writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'r1', 'set-cookie': 'a=b' })
      .end('{"success":true}');
  }),
);

const consoleIn = (environment: 'sandbox' | 'production') => () =>
  startPartnerConsole({
    ...{ baseUrl: service().url, apiKey: KEY, environment, port: 0 },
    page: async () => new Map([['/', { contentType: 'text/html', content: 'the page' }]]),
  });
const sandbox = startedForTests(consoleIn('sandbox'));
const production = startedForTests(consoleIn('production'));

/** Sends a request as the page of the console does. @returns the response, and the request that the service received */
async function call(line: string, { to = sandbox(), headers = {}, body = '' } = {}) {
  came.length = 0;
  const response = await sendLine(to, line, { ...rightHeaders(to), ...headers }, body);
  return { ...response, came: [...came] };
}

describe('a call of the page', () => {
  it('goes on with the key, by the headers of the API alone', async () => {
    const headers = { 'Idempotency-Key': 'k1', 'X-Request-Id': 'r0', Cookie: 'c=d', 'Partner-Api-Key': 'other' };
    const line = `POST ${PATH}/webhook-notifications/n-1/retry`;
    const response = await call(line, { headers, body: '{"a":1}' });
    expect(response).toMatchObject({
      status: 200,
      text: expect.stringContaining('{"success":true}'),
      came: [{ line, body: '{"a":1}' }],
    });
    expect(response.came[0]?.headers).toMatchObject({
      ...{ 'partner-api-key': KEY, 'idempotency-key': 'k1', 'x-request-id': 'r0', host: new URL(service().url).host },
    });
    expect(Object.keys(response.came[0]?.headers ?? {}).filter((name) => /cookie|token|origin/.test(name))).toEqual([]);
    expect(response.head).toContain('x-request-id: r1');
    expect(`${response.head}${response.text}`).not.toMatch(new RegExp(`set-cookie|${KEY}`));
  });

  it('goes on with its query', async () => {
    const line = `GET ${PATH}/transactions?status=FAILED&cursor=a%2Fb`;
    expect((await call(line)).came).toMatchObject([{ line, body: '' }]);
  });

  it.each([
    ['an operation that creates', 'POST /api/partner/v2/users'],
    ['an operation that deletes', 'DELETE /api/partner/v2/webhook-endpoints/e'],
    ['settings', 'PUT /api/partner/v2/webhook-settings'],
    ['a secret', 'POST /api/partner/v2/webhook-settings/secret/rotate'],
    ['a way up', `GET ${PATH}/transactions/../users`],
    ['an escaped way', `GET ${PATH}/transactions/a%2F..%2F..%2Fwebhook-settings`],
    ['an id that ends a path', `GET ${PATH}/transactions/a;b`],
    ['another address', 'GET http://a.example/api/partner/v2/users'],
    ['an address with a user', 'GET //a.example/api/partner/v2/users'],
    ['what is not of partners', 'GET /openapi.json'],
    ['another method', `HEAD ${PATH}/users`],
  ])('to %s is refused', async (_, line) => {
    const response = await call(line);
    expect(response).toMatchObject({ status: 404, came: [] });
  });

  it('lets something happen in the sandbox alone', async () => {
    const lines = Object.values(operationFacts).flatMap(({ method, path }) =>
      path.includes('/sandbox/') ? [`${method} ${path.replaceAll(/\{\w+\}/g, 'x')}`] : [],
    );
    const passed = [];
    for (const line of lines) {
      if ((await call(line)).came.length > 0) passed.push(line);
      expect(await call(line, { to: production() })).toMatchObject({ status: 404, came: [] });
    }
    expect(passed.length).toBe(7);
  });

  it('follows no redirect, and says that no response came', async () => {
    for (const id of ['redirected', 'broken']) {
      const response = await call(`GET ${PATH}/transactions/${id}`);
      expect(response).toMatchObject({ status: 502, text: expect.stringContaining('No complete response from') });
      expect(response.came.map(({ line }) => line)).toEqual([`GET ${PATH}/transactions/${id}`]);
    }
  });

  it('that is longer than any is refused', async () => {
    const body = 'x'.repeat(70_000);
    expect(await call(`PUT ${PATH}/sandbox/webhook-faults`, { body })).toMatchObject({ status: 413, came: [] });
  });
});

describe('a request to the console', () => {
  itGuards(sandbox, `POST ${PATH}/webhook-notifications/n-1/retry`, () => 'success');
});

it('has a small page', async () => {
  const files = [...(await partnerConsole()).values()].map(({ content }) => content);
  expect(gzipSync(files.join('')).length).toBeLessThan(80_000);
});

it('has no page in a package that was built without it', async () => {
  await expect(readPageFiles(new URL('file:///nothing/'))).rejects.toThrow('npm run pack:sdk');
});

it.each(['x', '65536', '-1'])('refuses the port %s', async (port) => {
  expect(await cli(['console', '--port', port])).toMatchObject({ code: 2, out: '' });
});
