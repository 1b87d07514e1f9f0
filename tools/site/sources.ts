/** Documents that the pages are built from, by path from the repository root. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** The document whose sections become separate pages. */
export const GUIDE = 'docs/api.md';

export const OPENAPI = 'docs/openapi.json';

/** URL of each generated list, for example of the error codes. */
export const catalogues: Readonly<Record<string, string>> = {
  'docs/generated/errors.md': '/guide/errors',
  'docs/generated/status-codes.md': '/guide/status-codes',
  'docs/generated/events.md': '/guide/webhook-events',
  'docs/generated/sandbox-amounts.md': '/guide/sandbox-amounts',
  'docs/generated/on-ramp-states.md': '/guide/on-ramp-states',
  'docs/generated/off-ramp-states.md': '/guide/off-ramp-states',
  'docs/generated/cross-ramp-states.md': '/guide/cross-ramp-states',
  'docs/generated/cancellation-reasons.md': '/guide/cancellation-reasons',
};

/** URL of each file that is served unchanged. */
export const downloads: Readonly<Record<string, string>> = {
  // Do not change this URL, because build files of partners contain it.
  'docs/openapi-for-generators.json': '/docs/openapi-for-generators.json',
  'docs/workflows/cross-ramp.arazzo.yaml': '/assets/cross-ramp.arazzo.yaml',
  'docs/postman/partner-ramp.postman_collection.json': '/assets/partner-ramp.postman_collection.json',
  'docs/postman/local.postman_environment.json': '/assets/local.postman_environment.json',
  'docs/postman/sandbox.postman_environment.json': '/assets/sandbox.postman_environment.json',
  'test/clients/java/options.json': '/assets/java-options.json',
  'test/clients/python/options.json': '/assets/python-options.json',
};

/** URL of each document, for links. */
const addresses: Readonly<Record<string, string>> = {
  ...{ 'sdk/README.md': '/guide/sdk', 'docs/clients.md': '/guide/clients', 'CHANGELOG.md': '/guide/changelog' },
  ...{ [OPENAPI]: '/openapi.json', ...catalogues, ...downloads },
};

export const sourcePaths: readonly string[] = [GUIDE, ...Object.keys(addresses)];

/** Finds the URL of a document. @throws Error if no page shows the document */
export function addressOf(document: string): string {
  const address = addresses[document];
  if (address === undefined) throw new Error(`No page shows ${document}: add it to tools/site/sources.ts`);
  return address;
}

/** Reads a document. @throws Error if it is missing; "npm run docs" writes docs/generated */
export function readSource(path: string): string {
  return readFileSync(join(REPOSITORY, path), 'utf8');
}
