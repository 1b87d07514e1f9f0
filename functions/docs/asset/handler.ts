import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routeNotFound } from '#shared/api/problems';
import type { GatewayEvent } from '#shared/http/gateway-event';
import { fileResponse, publicEndpoint, type ServedFile, servedFile } from '#shared/http/public-endpoint';
import { servedDocument } from '#shared/http/served-document';

/** How each file is served, by name. No other name ever reaches the file system. */
const kinds: ReadonlyMap<string, (text: string) => (event: GatewayEvent) => ServedFile> = new Map([
  ['redoc.standalone.js', unchanging('text/javascript; charset=utf-8')],
  ['redoc.standalone.js.LICENSE.txt', unchanging('text/plain; charset=utf-8')],
  ['openapi-for-generators.json', servedDocument],
]);

function unchanging(contentType: string) {
  return (text: string) => {
    const file = servedFile(contentType, text);
    return () => file;
  };
}

/** The reference page puts the library's version into the query, so that an address never changes its content. */
const VERSIONED = 'public, max-age=31536000, immutable';
const UNVERSIONED = 'no-cache';

const files = new Map<string, (event: GatewayEvent) => ServedFile>();

/** Serves the files of the reference page, and the document for generators; each is read at its first request. */
export const handler = publicEndpoint('getReferenceAsset', (event) => {
  const name = event.pathParameters?.asset ?? '';
  const kind = kinds.get(name);
  if (kind === undefined) throw routeNotFound();
  const fileFor = files.get(name) ?? kind(readFileSync(join(__dirname, name), 'utf8'));
  files.set(name, fileFor);
  const versioned = event.queryStringParameters?.v !== undefined;
  return fileResponse(event, fileFor(event), { 'cache-control': versioned ? VERSIONED : UNVERSIONED });
});
