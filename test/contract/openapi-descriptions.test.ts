import { expect, it } from 'vitest';
import { notesByName } from '#scripts/docs/notes/names';
import { openApiDocument } from '#scripts/docs/openapi/document';
import { isObject, readProperties } from '#scripts/docs/openapi/json-schema';

const document = openApiDocument();

/** Every property of the schemas in a part of the document, by its path, with its description. Conditions have none. */
function propertiesIn(value: unknown, path = ''): [path: string, description: unknown][] {
  if (Array.isArray(value)) return value.flatMap((item, at) => propertiesIn(item, `${path}.${at}`));
  if (!isObject(value)) return [];
  const own = Object.entries(readProperties(value)).map(([name, property]): [string, unknown] => [
    `${path}.${name}`,
    property.description,
  ]);
  const inner = Object.entries(value).filter(([key]) => !['allOf', 'example', 'examples'].includes(key));
  return [...own, ...inner.flatMap(([key, part]) => propertiesIn(part, `${path}.${key}`))];
}

it('describes every property of requests, answers and webhooks', () => {
  const properties = propertiesIn(document);
  expect(properties.length).toBeGreaterThan(900);
  expect(properties.filter(([, description]) => typeof description !== 'string').map(([path]) => path)).toEqual([]);
});

it('describes a property in whole sentences, in at most 400 characters', () => {
  const bad = propertiesIn(document).filter(([, text]) => !/^.{3,400}[.)]$/s.test(String(text)));
  expect(bad).toEqual([]);
});

it('has no note on a name that no field needs', () => {
  const used = new Set(propertiesIn(document).map(([, description]) => description));
  expect(Object.entries(notesByName).filter(([, note]) => !used.has(note))).toEqual([]);
});

it('promises no answer without further fields', () => {
  expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
});
