/** Documents that the pages are made from, by their paths from the repository's root. Each fact stands in one of them. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** The document whose sections are separate pages. */
export const GUIDE = 'docs/api.md';

export const OPENAPI = 'docs/openapi.json';

/** Address of each list to look things up in, which the code writes. */
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

/** Address of each file that is served unchanged. */
export const downloads: Readonly<Record<string, string>> = {
  // Its address stands in other people's build files.
  'docs/openapi-for-generators.json': '/docs/openapi-for-generators.json',
  'docs/workflows/cross-ramp.arazzo.yaml': '/assets/cross-ramp.arazzo.yaml',
  'docs/postman/partner-ramp.postman_collection.json': '/assets/partner-ramp.postman_collection.json',
  'docs/postman/local.postman_environment.json': '/assets/local.postman_environment.json',
  'docs/postman/sandbox.postman_environment.json': '/assets/sandbox.postman_environment.json',
  'test/clients/java/options.json': '/assets/java-options.json',
  'test/clients/python/options.json': '/assets/python-options.json',
};

/** Address of each document, to which links lead. */
const addresses: Readonly<Record<string, string>> = {
  ...{ 'sdk/README.md': '/guide/sdk', 'docs/clients.md': '/guide/clients', 'CHANGELOG.md': '/guide/changelog' },
  ...{ [OPENAPI]: '/openapi.json', ...catalogues, ...downloads },
};

export const sourcePaths: readonly string[] = [GUIDE, ...Object.keys(addresses)];

/** Finds the address of a document. @throws Error if no page shows it */
export function addressOf(document: string): string {
  const address = addresses[document];
  if (address === undefined) throw new Error(`No page shows ${document}: name it in tools/site/sources.ts`);
  return address;
}

/** Reads a document. @throws Error if it is missing: "npm run docs" writes those under docs/generated */
export function readSource(path: string): string {
  return readFileSync(join(REPOSITORY, path), 'utf8');
}
