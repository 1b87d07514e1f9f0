/** Null in request bodies: on POST, null counts as an absent field at any depth (contract, Requests). */
import { endpointDocs } from '#docs/endpoint-docs';
import { endpoints } from '#shared/contract/endpoints';
import { bodyComponentName, isObject, type JsonObject, mapParts } from './json-schema';

/**
 * Makes optional properties of POST bodies accept null, in all components that these bodies use.
 * @throws Error if such a component also occurs in a response, or in a body of another method
 */
export function withNullsOfPost(schemas: Record<string, JsonObject>): Record<string, JsonObject> {
  const posted = postComponents(schemas);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      if (posted.has(name)) return [name, withOptionalNulls(schema)];
      const shared = referencesIn(schema).find((part) => posted.has(part));
      if (shared !== undefined) throw new Error(`${shared} is a part of POST bodies and of ${name}`);
      return [name, schema];
    }),
  );
}

/** Finds the components that POST bodies use. Omits components without properties, for example enumerations. */
function postComponents(schemas: Record<string, JsonObject>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const schema = schemas[name];
    if (schema?.properties === undefined || found.has(name)) return;
    found.add(name);
    referencesIn(schema).forEach(visit);
  };
  for (const { id, method } of endpoints)
    if (method === 'POST' && endpointDocs.get(id)?.contract.body !== undefined) visit(bodyComponentName(id));
  return found;
}

/** Finds the schema components that a part of the document references, by name. */
export function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  const own = typeof value.$ref === 'string' ? [value.$ref.replace('#/components/schemas/', '')] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
}

/** Makes optional properties accept null, at any depth. List items do not accept null: an item is not an optional field. */
export function withOptionalNulls(schema: JsonObject): JsonObject {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return mapParts(schema, withOptionalNulls, (property, name) => {
    const inner = withOptionalNulls(property);
    return required.includes(name) ? inner : orNull(inner);
  });
}

function orNull(schema: JsonObject): JsonObject {
  const { type, enum: values, const: only, anyOf, $ref, ...rest } = schema;
  if ($ref !== undefined) return { ...rest, anyOf: [{ $ref }, { type: 'null' }] };
  if (Array.isArray(anyOf)) return { ...rest, anyOf: [...anyOf, { type: 'null' }] };
  const known: readonly unknown[] = Array.isArray(values) ? values : only === undefined ? [] : [only];
  return {
    ...rest,
    ...(typeof type === 'string' ? { type: [type, 'null'] } : { type }),
    ...(known.length === 0 ? {} : { enum: [...known, null] }),
  };
}
