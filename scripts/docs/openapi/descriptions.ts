/** Descriptions of the fields in the OpenAPI document. */
import { isObject, readProperties } from './json-schema';

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
    `These fields have no description: add a note to scripts/docs/notes/fields.ts, or to the docs.ts of the endpoint\n${paths.join('\n')}`,
  );
}
