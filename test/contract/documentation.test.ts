import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_SERVER } from '#shared/http/served-document';
import { type SharedStack, sharedStack } from '#test/support/shared-stack/shared-stack';

const DOCUMENT = resolve(import.meta.dirname, '../../docs/openapi.json');

describe('the documentation routes', () => {
  let service: SharedStack;
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${service.baseUrl}${path}`, { headers });
  beforeAll(async () => {
    service = await sharedStack();
  });
  afterAll(() => service?.release());

  it('serve the generated document without a key', async () => {
    const answer = await get('/openapi.json', { 'x-request-id': 'mine-1' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-request-id')).toBe('mine-1');
    expect(await answer.text()).toBe((await readFile(DOCUMENT, 'utf8')).replace(LOCAL_SERVER, service.baseUrl));
  });

  it.each(['/openapi.json', '/docs', '/docs/redoc.standalone.js'])('%s answers 304 to its own tag', async (path) => {
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
  });

  it('serve a page whose addresses are relative and whose policy allows nothing else', async () => {
    const answer = await get('/docs');
    const page = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(address).toMatch(/^(data:,|openapi\.json|docs\/)/);
    expect(page).not.toMatch(/https?:\/\//);
    const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`);
    expect(policy).toContain("default-src 'none'");
  });

  it('serve the library under the address that the page names, for good', async () => {
    const page = await (await get('/docs')).text();
    const address = /src="([^"]+)"/.exec(page)?.[1] ?? '';
    const answer = await get(`/${address}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const library = await answer.text();
    expect(library.length).toBeGreaterThan(500_000);
    expect(library).not.toContain('cdn.redoc.ly');
  });

  it.each(['/docs/index.js', '/docs/package.json', '/docs/..%2Findex.js', '/docs/constructor'])(
    '%s is no file of the page',
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('x-request-id')).toBeTruthy();
      expect(await answer.json()).toEqual({ success: false, code: 'NOT_FOUND', message: 'Route not found' });
    },
  );
});
