/** The developer pages, as a running stack serves them. */
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { errorCatalogue, gatewayErrors } from '#docs/errors';
import { MANIFEST, type SiteManifest, siteFolder } from '#functions/docs/page/manifest';
import { errorDocUrl } from '#shared/api/problems';
import { endpoints } from '#shared/contract/endpoints';
import { buildSite } from '#site/build-site';
import { deployableBundles } from '#test/support/deployable-bundles';
import { sharedStack } from '#test/support/shared-stack/shared-stack';
import { unknownRouteBody } from '#test/support/unknown-route';

const { files } = await buildSite();
const read = (path: string) => files.get(path) ?? '';
const manifestOf = (environment: string): SiteManifest => JSON.parse(read(`${siteFolder(environment)}/${MANIFEST}`));
const served = Object.entries(manifestOf('sandbox').files).filter(([path]) => path !== '/404' && path !== '/404.md');
const pages = served.filter(([, { kind }]) => kind === 'page').map(([path]) => path);

/** Maximum compressed size of all files that a page loads before a search, in bytes. */
const PAGE_BUDGET = 60_000;

/** Maximum compressed size of the API reference page and its cached script, without the OpenAPI document, in bytes. */
const REFERENCE_BUDGET = 1_100_000;

const running = await sharedStack();

interface Received {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Bytes as sent. */
  readonly bytes: Buffer;
}

/** Uses node:http, because fetch decompresses responses. */
function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, running.baseUrl), { headers: { 'accept-encoding': 'gzip', ...headers } });
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

it.each(served)('%s is served', async (path, { contentType, kind }) => {
  const { status, headers } = await get(path);
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: contentType });
  expect(headers['cache-control']).toBe(kind === 'asset' ? 'public, max-age=31536000, immutable' : 'no-cache');
  expect(headers.vary).toContain('accept-encoding');
  const again = await get(path, { 'if-none-match': String(headers.etag) });
  expect(again).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
});

/** Returns the compressed size of files and of the modules that they import statically. */
async function weightOf(addresses: readonly string[]): Promise<number> {
  const found = new Set(addresses);
  let total = 0;
  for (const address of found) {
    const { bytes } = await get(address);
    total += bytes.length;
    if (!address.endsWith('.js')) continue;
    const imports = read(`site${address}`).matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g);
    for (const [, name] of imports) found.add(`/assets/${name}`);
  }
  return total;
}

describe.each(pages)('the page %s', (path) => {
  it('costs at most its budget with all that it loads, and one round trip before it is drawn', async () => {
    const page = await get(path, { accept: 'text/html' });
    expect(page.headers['content-encoding']).toBe('gzip');
    const html = gunzipSync(page.bytes).toString();
    const loaded = [...html.matchAll(/<(?:link|script)[^>]*(?:href|src)="([^"]*\/assets\/[^"]*)"[^>]*>/g)];
    const total = page.bytes.length + (await weightOf(loaded.map(([, address = '']) => address)));
    expect(total).toBeLessThanOrEqual(path === '/docs' ? REFERENCE_BUDGET : PAGE_BUDGET);
    expect(total).toBeGreaterThan(page.bytes.length);
    // Only a style sheet may block rendering; an import in it would need a second round trip.
    const blocking = loaded.filter(([tag]) => !/type="module"|rel="icon"/.test(tag));
    expect(blocking.map(([tag]) => tag)).toEqual([expect.stringContaining('rel="stylesheet"')]);
    expect(gunzipSync((await get(blocking[0]?.[1] ?? '')).bytes).toString()).not.toContain('@import');
  });
});

it('compresses the OpenAPI document', async () => {
  const plain = await get('/openapi.json', { 'accept-encoding': 'identity' });
  const { headers, bytes } = await get('/openapi.json');
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(bytes.length).toBeLessThan(plain.bytes.length / 8);
  expect(gunzipSync(bytes).equals(plain.bytes)).toBe(true);
});

it('compresses large responses of the API', async () => {
  const partner = await running.newPartner();
  const headers = { 'partner-api-key': partner.apiKey };
  const response = await get('/api/partner/v2/transactions/mock-testing-guide', headers);
  expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-store' });
  expect(JSON.parse(gunzipSync(response.bytes).toString())).toMatchObject({ success: true });
});

it.each(['/guide/nothing', '/guide/index.html', '/assets/nothing.js'])(
  '%s is a page for browsers and the envelope for others',
  async (path) => {
    const page = await get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect(page).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(gunzipSync(page.bytes).toString()).toContain('<h1>Page not found</h1>');
    const { status, headers, bytes } = await get(path, { accept: '*/*' });
    expect(status).toBe(404);
    expect(JSON.parse(bytes.toString())).toEqual(unknownRouteBody(running.baseUrl, String(headers['x-request-id'])));
  },
);

it('is the same in every build, and deployed as it is built', async () => {
  const folder = (await deployableBundles()).assets.get('docs/page') ?? 'no such function';
  const paths = readdirSync(join(folder, 'site'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  expect(paths.toSorted()).toEqual([...files.keys()].toSorted());
  for (const [path, content] of files) expect(readFileSync(join(folder, path), 'utf8') === content, path).toBe(true);
});

it.each(['sandbox', 'production'])('the codes have the places in %s to which errors lead', (environment) => {
  const page = new URL(errorDocUrl('https://api.example.com', 'CONFLICT')).pathname;
  const html = read(`${siteFolder(environment)}/${manifestOf(environment).files[page]?.file}`);
  const codes = [...errorCatalogue(), ...gatewayErrors].map(({ code }) => code);
  expect(idsIn(html)).toEqual(expect.arrayContaining(codes));
});

/** URLs of the stage that are not developer pages. Other functions serve them. */
const elsewhere = new Set(endpoints.filter(({ scope }) => scope === 'public').map(({ path }) => path));

const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

it.each(['sandbox', 'production'])('every link of the pages of %s leads to an anchor that is there', (environment) => {
  const folder = siteFolder(environment);
  const known = manifestOf(environment).files;
  const pages = Object.entries(known).filter(([, { kind }]) => kind === 'page');
  const anchors = new Map(pages.map(([path, { file }]) => [path, idsIn(read(`${folder}/${file}`))]));
  const dead = pages.flatMap(([path, { file }]) =>
    [...read(`${folder}/${file}`).matchAll(/ (?:href|src)="([^"]*)"/g)].flatMap(([, address = '']) => {
      if (/^https:\/\//.test(address)) return [];
      const [target = '', anchor] = address.split('#');
      const page = target === '' ? path : target;
      if (known[page] === undefined && !elsewhere.has(page)) return [`${path}: ${address}`];
      return anchor === undefined || anchors.get(page)?.includes(anchor) ? [] : [`${path}: ${address}`];
    }),
  );
  expect(pages.length).toBeGreaterThan(25);
  expect([...new Set(dead)]).toEqual([]);
  for (const [path, ids] of anchors)
    expect(
      ids.filter((id, at) => ids.indexOf(id) !== at),
      path,
    ).toEqual([]);
});
