/** Descriptions of the fields that have no note of their own. */
import { notesByName } from '#scripts/docs/notes/names';
import { isObject, type JsonObject, readProperties } from './json-schema';

/** A schema with a description on every property whose name has a note, at any depth. */
export function withNamedNotes(schema: JsonObject): JsonObject {
  const properties = Object.entries(readProperties(schema)).map(([name, property]): [string, JsonObject] => {
    const note = notesByName[name];
    const described =
      note === undefined || property.description !== undefined ? property : { description: note, ...property };
    return [name, withNamedNotes(described)];
  });
  const { items } = schema;
  return {
    ...schema,
    ...(schema.properties === undefined ? {} : { properties: Object.fromEntries(properties) }),
    ...(isObject(items) ? { items: withNamedNotes(items) } : {}),
    ...Object.fromEntries(['anyOf', 'oneOf'].flatMap((key) => inEach(key, schema[key]))),
  };
}

function inEach(key: string, parts: unknown): [string, unknown][] {
  if (!Array.isArray(parts)) return [];
  return [[key, parts.map((part) => (isObject(part) ? withNamedNotes(part) : part))]];
}
