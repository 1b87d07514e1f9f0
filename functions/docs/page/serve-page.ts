import Negotiator from 'negotiator';
import { routeNotFound } from '#shared/api/problems';
import { type GatewayEvent, type GatewayResult, header, readBaseUrl, readPathPrefix } from '#shared/http/gateway-event';
import { fileResponse } from '#shared/http/public-endpoint';
import { type SiteFile, twinPath } from './manifest';
import type { Site, SiteAddress } from './site-files';

/** Browsers check a page at each visit, and download it only if it changed. */
const PAGE_CACHE = 'no-cache';
const ASSET_CACHE = 'public, max-age=31536000, immutable';

/** The response depends on the requested type (Markdown or HTML) and on the compression by the gateway. */
const VARY = 'accept, accept-encoding';

const HTML = 'text/html';
const MARKDOWN = 'text/markdown';

/**
 * Returns the response for a path: a page, a file or a redirect.
 * @throws Problem 404 if the path is unknown and the caller is not a browser
 */
export function servePage(site: Site, event: GatewayEvent): GatewayResult {
  const { files, notFound } = site.manifest;
  const path = readPath(event);
  const found = find(files, path);
  if (found === undefined) {
    const page = find(files, notFound);
    if (page === undefined || prefers(event, ['application/json', HTML]) !== HTML) throw routeNotFound();
    const { text, contentType } = site.read(page, addressOf(event));
    const headers = { ...pageHeaders(site, page), 'content-type': contentType, 'cache-control': 'no-store' };
    return { statusCode: 404, headers, body: text };
  }
  const twin = found.kind === 'page' ? find(files, twinPath(path)) : undefined;
  const preferred = twin !== undefined && prefers(event, [HTML, MARKDOWN]) === MARKDOWN ? twin : found;
  return respond(site, event, preferred);
}

const find = (files: Readonly<Record<string, SiteFile>>, path: string) =>
  Object.hasOwn(files, path) ? files[path] : undefined;

/** Returns the path without the stage's prefix. */
export function readPath({ resource, pathParameters }: GatewayEvent): string {
  return resource.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathParameters?.[name] ?? '');
}

/** Returns the type that the `Accept` header prefers. If the header prefers none of the types, returns the first type. */
function prefers(event: GatewayEvent, types: readonly [string, ...string[]]): string {
  const accept = header(event, 'accept') ?? '*/*';
  return new Negotiator({ headers: { accept } }).mediaType([...types]) ?? types[0];
}

function respond(site: Site, event: GatewayEvent, file: SiteFile): GatewayResult {
  const served = site.read(file, addressOf(event));
  if (file.kind === 'asset')
    return fileResponse(event, served, { 'cache-control': ASSET_CACHE, vary: 'accept-encoding' });
  return fileResponse(event, served, {
    'cache-control': PAGE_CACHE,
    ...(file.kind === 'page' ? pageHeaders(site, file) : { vary: VARY }),
  });
}

function addressOf(event: GatewayEvent): SiteAddress {
  return { prefix: readPathPrefix(event), baseUrl: readBaseUrl(event) };
}

function pageHeaders({ manifest }: Site, { policy = manifest.policy }: SiteFile): Readonly<Record<string, string>> {
  return { vary: VARY, 'content-security-policy': policy };
}
