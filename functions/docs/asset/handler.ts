import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routeNotFound } from '#shared/api/problems';
import { fileResponse, publicEndpoint, type ServedFile, servedFile } from '#shared/http/public-endpoint';

/** The files that are served, by name. No other name ever reaches the file system. */
const contentTypes: ReadonlyMap<string, string> = new Map([
  ['redoc.standalone.js', 'text/javascript; charset=utf-8'],
  ['openapi-for-generators.json', 'application/json; charset=utf-8'],
  ['redoc.standalone.js.LICENSE.txt', 'text/plain; charset=utf-8'],
]);

/** The reference page puts the library's version into the query, so that an address never changes its content. */
const VERSIONED = 'public, max-age=31536000, immutable';
const UNVERSIONED = 'no-cache';

const files = new Map<string, ServedFile>();

/** Serves the files of the reference page, and the document that generators of clients take; each is read at its first request. */
export const handler = publicEndpoint('getReferenceAsset', (event) => {
  const name = event.pathParameters?.asset ?? '';
  const contentType = contentTypes.get(name);
  if (contentType === undefined) throw routeNotFound();
  const file = files.get(name) ?? servedFile(contentType, readFileSync(join(__dirname, name), 'utf8'));
  files.set(name, file);
  const versioned = event.queryStringParameters?.v !== undefined;
  return fileResponse(event, file, { 'cache-control': versioned ? VERSIONED : UNVERSIONED });
});
