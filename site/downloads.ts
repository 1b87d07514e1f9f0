/** Files that pages link to and that are served as they are. */
import { extname } from 'node:path';
import type { BuiltFile } from './site-assets';
import type { SiteSources, SourceName } from './sources';

/** The link to each in the documents, its source, and its address. */
const DOWNLOADS: readonly (readonly [link: string, source: SourceName, path: string])[] = [
  // Its address stands in other people's build files.
  ['openapi-for-generators.json', 'openapiForGenerators', '/docs/openapi-for-generators.json'],
  ['workflows/cross-ramp.arazzo.yaml', 'workflow', '/assets/cross-ramp.arazzo.yaml'],
  ['postman/partner-ramp.postman_collection.json', 'postmanCollection', '/assets/partner-ramp.postman_collection.json'],
  ['postman/local.postman_environment.json', 'postmanLocal', '/assets/local.postman_environment.json'],
  ['postman/sandbox.postman_environment.json', 'postmanSandbox', '/assets/sandbox.postman_environment.json'],
  ['../test/clients/java/options.json', 'javaOptions', '/assets/java-options.json'],
  ['../test/clients/python/options.json', 'pythonOptions', '/assets/python-options.json'],
];

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
};

/** Addresses of the downloads by the links to them. */
export const downloadPaths: ReadonlyMap<string, string> = new Map(DOWNLOADS.map(([link, , path]) => [link, path]));

export function downloadFiles(sources: SiteSources): BuiltFile[] {
  return DOWNLOADS.map(([, source, path]) => ({
    ...{ path, file: path.slice(1), kind: 'text', content: sources.read(source) },
    contentType: CONTENT_TYPES[extname(path)] ?? 'text/plain; charset=utf-8',
  }));
}
