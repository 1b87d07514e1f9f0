import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCAL_SERVER } from '#shared/http/served-document';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { unknownRouteBody } from '#test/support/unknown-route';

const DOCUMENT = resolve(import.meta.dirname, '../../docs/openapi.json');

const service = await sharedStack();
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${service.baseUrl}${path}`, { headers });

describe('the documentation routes', () => {
  it('serve the generated document without a key', async () => {
    const response = await get('/openapi.json', { 'x-request-id': 'mine-1' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toBe('mine-1');
    expect(await response.text()).toBe((await readFile(DOCUMENT, 'utf8')).replace(LOCAL_SERVER, service.baseUrl));
  });

  it.each(['/openapi.json', '/docs', '/docs/openapi-for-generators.json'])(
    '%s returns 304 to its own tag',
    async (path) => {
      const first = await get(path);
      const etag = first.headers.get('etag') ?? '';
      await first.text();
      expect(etag).toMatch(/^"[\w-]+"$/);
      for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const second = await get(path, { 'if-none-match': sent });
        expect(second.status).toBe(304);
        expect(second.headers.get('etag')).toBe(etag);
        expect(await second.text()).toBe('');
      }
      const other = await get(path, { 'if-none-match': '"other"' });
      expect(other.status).toBe(200);
      await other.text();
    },
  );

  it('serve the document for generators with the address that it was asked for', async () => {
    const response = await get('/docs/openapi-for-generators.json');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const text = await response.text();
    expect(JSON.parse(text).servers[0].url).toBe(service.baseUrl);
    const committed = await readFile(resolve(DOCUMENT, '../openapi-for-generators.json'), 'utf8');
    expect(text).toBe(committed.replaceAll(LOCAL_SERVER, service.baseUrl));
  });

  it('serve the reference as a page, and as Markdown to those who ask for it', async () => {
    const page = await get('/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('<h3 id="tag/on-ramp/createOnRamp">');
    const twin = await get('/docs', { accept: 'text/markdown' });
    expect(twin.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await twin.text()).toContain('`POST /api/partner/v2/on-ramp`');
  });

  it.each([
    '/docs/index.js',
    '/docs/package.json',
    '/docs/..%2Findex.js',
    '/docs/redoc.standalone.js',
    '/docs/constructor',
  ])('%s is no page', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    const requestId = response.headers.get('x-request-id');
    expect(requestId).toBeTruthy();
    expect(await response.json()).toEqual(unknownRouteBody(service.baseUrl, requestId));
  });
});
