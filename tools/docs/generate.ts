import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, readProperties } from '#docs/openapi/json-schema';
import { manual } from '#ops/manual';
import { type DocumentFile, documentFiles } from '#shared/documents/files';
import { HarfBuzz } from '#shared/documents/harfbuzz';
import { LOCAL_SERVER } from '#shared/http/served-document';
import type { ScriptFont } from '#shared/values/document-characters';
import { currencies, decimalsFor } from '#shared/values/money/currency';
import { openApiDocument } from './openapi/document';
import { documentForGenerators } from './openapi/for-generators';
import { generatedPages } from './pages';
import { postmanCollection, postmanEnvironment } from './postman/collection';
import { operationsModule } from './sdk/operations';
import { publishedDocument } from './sdk/published-document';
import { resourcesModule } from './sdk/resources';
import { typesModule } from './sdk/types';

const PAGES = 'docs/generated';
const POSTMAN = 'docs/postman';

const toFile = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Generates every file, by its path from the repository's root. */
async function generatedDocs(root: string): Promise<ReadonlyMap<string, string>> {
  const document = openApiDocument();
  assertDescribed(document);
  const workflows = await readFile(join(root, 'docs/workflows/cross-ramp.arazzo.yaml'), 'utf8');
  const published = publishedDocument.parse(document);
  const pages = Object.entries(generatedPages()).map(([name, text]): [string, string] => [`${PAGES}/${name}`, text]);
  return new Map([
    ['docs/openapi.json', toFile(document)],
    ['docs/openapi-for-generators.json', toFile(documentForGenerators(document))],
    [`${POSTMAN}/partner-ramp.postman_collection.json`, toFile(postmanCollection(published, workflows))],
    [`${POSTMAN}/local.postman_environment.json`, toFile(postmanEnvironment('local', LOCAL_SERVER))],
    // The deployer names the address of the sandbox.
    [`${POSTMAN}/sandbox.postman_environment.json`, toFile(postmanEnvironment('sandbox', ''))],
    ['docs/operator-tool.md', manual()],
    ['shared/values/document-characters.json', toFile(await documentCharacters(root))],
    ['sdk/src/generated/openapi.ts', await typesModule(published, root)],
    ['sdk/src/generated/operations.ts', operationsModule(published)],
    ['sdk/src/generated/resources.ts', resourcesModule(published)],
    ['sdk/src/generated/decimals.ts', decimalsModule()],
    ...pages,
  ]);
}

/** Finds the files that differ from the generated ones, each with its text; `undefined` for a page that is generated no more. */
export async function findDocsDrift(root: string): Promise<ReadonlyMap<string, string | undefined>> {
  const wanted = await generatedDocs(root);
  const differing = new Map<string, string | undefined>();
  for (const [path, text] of wanted) {
    const file = join(root, path);
    if (!existsSync(file) || (await readFile(file, 'utf8')) !== text) differing.set(path, text);
  }
  for (const name of await readdir(join(root, PAGES)))
    if (!wanted.has(`${PAGES}/${name}`)) differing.set(`${PAGES}/${name}`, undefined);
  return differing;
}

const fonts = ['sans', 'arabic', 'hebrew', 'thai', 'han', 'hangul'] as const satisfies readonly ScriptFont[];

/** Control characters, separators of lines, and characters that mean something to one font alone. */
const MEANINGLESS = /[\p{Cc}\p{Co}\p{Zl}\p{Zp}]/u;

/** Steps from bound to bound of each font's ranges, to base 36: start of the first one, its end (exclusive), and so on. */
async function documentCharacters(root: string): Promise<Record<string, string>> {
  const read = (name: DocumentFile) => readFile(join(root, documentFiles[name]));
  const harfBuzz = await HarfBuzz.load(await read('harfbuzz.wasm'));
  const ranges = fonts.map(async (font) => {
    const codes = harfBuzz.charactersOf(await read(`${font}.ttf`)).filter((code) => {
      const character = String.fromCodePoint(code);
      // Of `hangul` the syllables alone count: `han` has its other characters.
      return !MEANINGLESS.test(character) && (font !== 'hangul' || /\p{Script=Hangul}/u.test(character));
    });
    return [font, steps(codes)] as const;
  });
  return Object.fromEntries(await Promise.all(ranges));
}

function steps(codes: readonly number[]): string {
  const known = new Set(codes);
  const bounds = codes.flatMap((code) => [
    ...(known.has(code - 1) ? [] : [code]),
    ...(known.has(code + 1) ? [] : [code + 1]),
  ]);
  return bounds.map((bound, at) => (bound - (bounds[at - 1] ?? 0)).toString(36)).join(' ');
}

/** Writes the source of `sdk/src/generated/decimals.ts`. */
function decimalsModule(): string {
  const rows = currencies.map((currency) => `${currency}: ${decimalsFor(currency)}`);
  return `// Written by "npm run docs" from shared/values/money/currency.ts; changes here are lost.

/** Decimals that amounts of a currency or token have at most. */
export const DECIMALS = { ${rows.join(', ')} } as const;
`;
}

// Descriptions of the fields in the OpenAPI document.

/** Every property of the schemas in a part of the document, by its path, with its description. Conditions have none. */
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

/** @throws Error naming every property without a description, and the files that describe them */
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
