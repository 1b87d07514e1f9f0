/** Documents that the pages are made from. Each fact stands in one of them. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const REPOSITORY = resolve(import.meta.dirname, '..');

/** Paths from the repository's root. */
const PATHS = {
  guide: 'docs/api.md',
  openapi: 'docs/openapi.json',
  openapiForGenerators: 'docs/openapi-for-generators.json',
  sdk: 'sdk/README.md',
  changelog: 'CHANGELOG.md',
  clients: 'docs/clients.md',
  errors: 'docs/generated/errors.md',
  statusCodes: 'docs/generated/status-codes.md',
  events: 'docs/generated/events.md',
  sandboxAmounts: 'docs/generated/sandbox-amounts.md',
  cancellationReasons: 'docs/generated/cancellation-reasons.md',
  onRampStates: 'docs/generated/on-ramp-states.md',
  offRampStates: 'docs/generated/off-ramp-states.md',
  crossRampStates: 'docs/generated/cross-ramp-states.md',
  workflow: 'docs/workflows/cross-ramp.arazzo.yaml',
  postmanCollection: 'docs/postman/partner-ramp.postman_collection.json',
  postmanLocal: 'docs/postman/local.postman_environment.json',
  postmanSandbox: 'docs/postman/sandbox.postman_environment.json',
  javaOptions: 'test/clients/java/options.json',
  pythonOptions: 'test/clients/python/options.json',
} as const;

/** The paths from the repository's root. */
export const sourcePaths: readonly string[] = Object.values(PATHS);

export type SourceName = keyof typeof PATHS;

export interface SiteSources {
  readonly read: (name: SourceName) => string;
  /** Absolute. */
  readonly paths: readonly string[];
}

/** Reads all sources. @throws Error when one is missing: "npm run docs" writes those under docs/generated */
export function readSources(): SiteSources {
  const paths = new Map(Object.entries(PATHS).map(([name, path]) => [name, join(REPOSITORY, path)]));
  const texts = new Map([...paths].map(([name, path]) => [name, readFileSync(path, 'utf8')]));
  return { read: (name) => texts.get(name) ?? '', paths: [...paths.values()] };
}
