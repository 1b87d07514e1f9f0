import { expect, it, vi } from 'vitest';
import type { SiteManifest } from '#functions/docs/page/manifest';
import { routeNotFound } from '#shared/api/problems';
import { LOCAL_SERVER } from '#shared/http/served-document';
import { refusal } from '#test/support/handlers/describe-endpoint';
import { placeFiles } from '#test/support/handlers/files-beside';
import { createWorld, type TestRequest, type World } from '#test/support/handlers/world';

const manifest: SiteManifest = {
  policy: "default-src 'none'",
  notFound: '/404',
  files: {
    '/': { kind: 'page', file: 'index.html', contentType: 'text/html; charset=utf-8' },
    '/index.md': { kind: 'text', file: 'index.md', contentType: 'text/markdown; charset=utf-8' },
    '/guide/lists': { kind: 'page', file: 'lists.html', contentType: 'text/html; charset=utf-8' },
    '/guide/lists.md': { kind: 'text', file: 'lists.md', contentType: 'text/markdown; charset=utf-8' },
    '/docs': { kind: 'page', file: 'docs.html', contentType: 'text/html; charset=utf-8', policy: 'img-src data:' },
    '/assets/style-1.css': { kind: 'asset', file: 'style-1.css', contentType: 'text/css; charset=utf-8' },
    '/404': { kind: 'page', file: '404.html', contentType: 'text/html; charset=utf-8' },
  },
};
placeFiles({
  'manifest.json': JSON.stringify(manifest),
  'index.html': `<a href="/guide/lists">Lists</a><code>${LOCAL_SERVER} a=&quot;/b&quot;</code>`,
  'index.md': `[Lists](/guide/lists) at ${LOCAL_SERVER}`,
  'lists.html': '<a href="/">Home</a><a href="https://example.com/">Elsewhere</a>',
  'lists.md': '# Lists',
  'docs.html': '<h1>Reference</h1>',
  'style-1.css': 'a{}',
  '404.html': '<h1>Page not found</h1>',
});
const { handler } = await import('#functions/docs/page/handler');

/** Requests a path of the site. @param resource route template */
async function get(world: World, resource: string, { path = {}, headers = {} }: TestRequest = {}) {
  const sent = resource.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '');
  const event = world.event({ headers, path });
  const requestContext = { ...event.requestContext, path: `/sandbox${sent}`, resourcePath: resource };
  const response = await handler({ ...event, resource, path: sent, requestContext });
  return { status: response.statusCode, headers: response.headers ?? {}, text: response.body };
}

it('shows a page under the address of its stage', async () => {
  const world = await createWorld('getPage');
  const { status, headers, text } = await get(world, '/');
  expect({ status, headers }).toEqual({
    status: 200,
    headers: {
      ...{ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', etag: expect.any(String) },
      ...{
        'content-security-policy': "default-src 'none'",
        vary: 'accept, accept-encoding',
        'x-request-id': expect.any(String),
      },
      ...{ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' },
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    },
  });
  expect(text).toBe(
    '<a href="/sandbox/guide/lists">Lists</a><code>https://api.example.com/sandbox a=&quot;/b&quot;</code>',
  );
  const inner = await get(world, '/guide/{page}', { path: { page: 'lists' } });
  expect(inner.text).toBe('<a href="/sandbox/">Home</a><a href="https://example.com/">Elsewhere</a>');
});

it('has a policy of its own where the page needs one', async () => {
  const world = await createWorld('getPage');
  expect((await get(world, '/docs')).headers['content-security-policy']).toBe('img-src data:');
});

it('is not sent again to a browser that has it', async () => {
  const world = await createWorld('getPage');
  const etag = String((await get(world, '/')).headers.etag);
  expect(await get(world, '/', { headers: { 'If-None-Match': etag } })).toMatchObject({ status: 304, text: '' });
});

it.each([
  ['/index.md', {}, '*/*'],
  ['/', {}, 'text/markdown'],
  ['/', {}, 'text/markdown, text/html;q=0.5'],
])('%s is Markdown for %s, with whole addresses', async (resource, path, accept) => {
  const world = await createWorld('getPage');
  const response = await get(world, resource, { path, headers: { Accept: accept } });
  expect(response).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/markdown; charset=utf-8', vary: 'accept, accept-encoding' },
    text: '[Lists](https://api.example.com/sandbox/guide/lists) at https://api.example.com/sandbox',
  });
});

it.each(['*/*', 'text/html,application/xhtml+xml,*/*;q=0.8', 'text/html, text/markdown', 'image/png'])(
  'is HTML for a caller that accepts %s',
  async (accept) => {
    const world = await createWorld('getPage');
    const { headers } = await get(world, '/', { headers: { Accept: accept } });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  },
);

it('lets assets be kept for good', async () => {
  const world = await createWorld('getPage');
  const { headers, text } = await get(world, '/assets/{asset}', { path: { asset: 'style-1.css' } });
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(text).toBe('a{}');
});

it.each(['nothing', 'index.html', '../manifest.json', '..%2findex.js', 'constructor', ''])(
  'has a page for browsers where there is none, and the envelope for others: %s',
  async (page) => {
    const world = await createWorld('getPage');
    const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    expect(await get(world, '/guide/{page}', { path: { page }, headers: browser })).toMatchObject({
      status: 404,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
      text: '<h1>Page not found</h1>',
    });
    for (const Accept of ['*/*', 'application/json', 'text/markdown']) {
      const { status, text } = await get(world, '/guide/{page}', { path: { page }, headers: { Accept } });
      expect({ status, body: JSON.parse(text) }).toMatchObject(refusal(routeNotFound()));
    }
  },
);

it('lists the fixed addresses that calls come from, or says that there are none', async () => {
  const world = await createWorld('getPage');
  const path = { page: 'egress-addresses.json' };
  const { status, headers, text } = await get(world, '/guide/{page}', { path });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    ...{ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
    'access-control-allow-origin': '*',
  });
  expect(JSON.parse(text)).toEqual({ fixed: false, current: { effectiveFrom: null, addresses: [] }, announced: null });
  const list = { fixed: true, current: { effectiveFrom: '2026-12-01', addresses: ['192.0.2.7'] }, announced: null };
  vi.stubEnv('EGRESS_ADDRESSES', JSON.stringify(list));
  const fixed = await get(world, '/guide/{page}', { path });
  vi.unstubAllEnvs();
  expect(JSON.parse(fixed.text)).toEqual(list);
  const again = { path, headers: { 'If-None-Match': String(headers.etag) } };
  expect(await get(world, '/guide/{page}', again)).toMatchObject({ status: 304, text: '' });
});
