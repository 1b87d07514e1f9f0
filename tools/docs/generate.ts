/** Generated files that git ignores: the OpenAPI documents, the Postman collection and the SDK code. */
import { readdirSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { isObject, readProperties } from '#docs/openapi/json-schema';
import { writeStamp } from '#infra/build/build-stamp';
import { STAMP_FOLDER } from '#infra/build/generated';
import { LOCAL_SERVER } from '#shared/http/served-document';
import { currencies, decimalsFor } from '#shared/values/money/currency';
import { byReference } from './openapi/by-reference';
import { openApiDocument } from './openapi/document';
import { documentForGenerators } from './openapi/for-generators';
import { postmanCollection, postmanEnvironment } from './postman/collection';
import { operationsModule } from './sdk/operations';
import { publishedDocument } from './sdk/published-document';
import { resourcesModule } from './sdk/resources';
import { typesModule } from './sdk/types';

const POSTMAN = 'docs/postman';

/** Serializes a value as JSON for a file. */
export const toFile = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Depth of operations and components in an OpenAPI document. */
const OPERATIONS = 3;

/** Serializes JSON with one line per field down to a depth. This needs half the bytes of indented JSON and stays searchable. */
function toLines(value: unknown, depth: number): string {
  if (depth === 0 || !isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${toLines(member, depth - 1)}`,
  );
  return `{\n${members.join(',\n')}\n}`;
}

/** Generates the files that git ignores, by path from the repository root. @throws Error if a field has no description */
export async function ignoredFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const document = openApiDocument();
  assertDescribed(document);
  const published = publishedDocument.parse(document);
  return new Map([
    ['docs/openapi.json', toLines(byReference(document), OPERATIONS)],
    ['docs/openapi-for-generators.json', toLines(documentForGenerators(document), OPERATIONS)],
    [`${POSTMAN}/partner-ramp.postman_collection.json`, toFile(postmanCollection(published))],
    [`${POSTMAN}/local.postman_environment.json`, toFile(postmanEnvironment('local', LOCAL_SERVER))],
    // The partner sets the variable `baseUrl` to the URL of the sandbox (docs/clients.md).
    [`${POSTMAN}/sandbox.postman_environment.json`, toFile(postmanEnvironment('sandbox', ''))],
    ['sdk/src/generated/openapi.ts', await typesModule(published, root)],
    ['sdk/src/generated/operations.ts', operationsModule(published)],
    ['sdk/src/generated/resources.ts', resourcesModule(published)],
    ['sdk/src/generated/decimals.ts', decimalsModule()],
  ]);
}

/**
 * Stores the list of source files, so that `makeGenerated` generates the files again after a source has changed.
 * @param startedMs start of the generation, epoch ms. If a source changed after this time, no list is stored
 */
export async function stampGenerated(root: string, files: Iterable<string>, startedMs: number): Promise<void> {
  const docs = readdirSync(join(root, 'functions'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/docs.ts'))
    .map((file) => `functions/${file}`);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['tools/docs/main.ts', ...docs],
    // docs/generated is committed and never generated here, so changes of its sources (`committed.ts`) do not matter.
    external: ['./committed'],
    outdir: root,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const sources = [...Object.keys(metafile.inputs), 'package-lock.json'].map((path) => join(root, path));
  if (sources.some((path) => statSync(path).mtimeMs > startedMs)) return;
  await mkdir(STAMP_FOLDER, { recursive: true });
  writeStamp(STAMP_FOLDER, process.version, [...sources, ...[...files].map((path) => join(root, path))]);
}

/** Generates `sdk/src/generated/decimals.ts`. */
function decimalsModule(): string {
  const rows = currencies.map((currency) => `${currency}: ${decimalsFor(currency)}`);
  return `// Written by "npm run docs" from shared/values/money/currency.ts; changes here are lost.

/** Maximum number of decimals of an amount, by currency or token. */
export const DECIMALS = { ${rows.join(', ')} } as const;
`;
}

// Descriptions of the fields in the OpenAPI document.

/**
 * Lists all schema properties in a part of the document, by path, with their descriptions. Omits the properties in `allOf`, which
 * contains conditions without descriptions.
 */
export function propertiesIn(value: unknown, path = ''): [path: string, description: unknown][] {
  if (Array.isArray(value)) return value.flatMap((item, at) => propertiesIn(item, `${path}.${at}`));
  if (!isObject(value)) return [];
  const own = Object.entries(readProperties(value)).map(([name, property]): [string, unknown] => [
    `${path}.${name}`,
    property.description,
  ]);
  const inner = Object.entries(value).filter(([key]) => !['allOf', 'example', 'examples'].includes(key));
  return [...own, ...inner.flatMap(([key, part]) => propertiesIn(part, `${path}.${key}`))];
}

/** @throws Error with every property without a description, and the files in which to add a description */
export function assertDescribed(document: unknown): void {
  const missing = propertiesIn(document).filter(([, description]) => typeof description !== 'string');
  if (missing.length === 0) return;
  const paths = missing.map(
    ([path]) => `  ${path.replace(/^\.components\.schemas\./, '').replaceAll('.properties.', '.')}`,
  );
  throw new Error(
    `These fields have no description: add a note to tools/docs/notes/fields.ts, or to the docs.ts of the endpoint\n${paths.join('\n')}`,
  );
}
