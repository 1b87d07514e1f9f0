/**
 * The OpenAPI document for client generators. It omits webhooks and conditions, because some generators create broken classes
 * from them. Every `number` has the format `double`.
 */

import { isOfConditions } from './conditions';
import { WEBHOOK_EVENTS } from './document';
import { asObject, isObject, type JsonObject, readProperties, reference } from './json-schema';

/**
 * Returns the document without webhooks, deprecated paths and conditions. Each response gets a name. Each `number` gets the
 * format `double`. Webhook payloads remain as schemas.
 */
export function documentForGenerators(document: JsonObject): JsonObject {
  const { webhooks, tags, paths, components: all, ...rest } = document;
  const components = asObject(all);
  const schemas = asObject(components.schemas);
  const parameters = Object.entries(asObject(components.parameters)).filter(([name]) => !name.startsWith('Webhook'));
  const responses = new Map<string, JsonObject>();
  const current = Object.entries(mapObjects(asObject(paths), currentOperations)).map(
    ([path, item]) => [path, mapObjects(item, (operation) => withNamedResponses(operation, responses))] as const,
  );
  for (const name of responses.keys())
    if (schemas[name] !== undefined) throw new Error(`A schema is called ${name}, as a response is`);
  return withPrecision({
    ...rest,
    tags: Array.isArray(tags) ? tags.filter(({ name }) => name !== WEBHOOK_EVENTS) : [],
    paths: Object.fromEntries(current.filter(([, item]) => Object.keys(item).length > 0)),
    components: {
      ...components,
      parameters: Object.fromEntries(parameters),
      schemas: { ...withoutConditions(schemas), ...Object.fromEntries(responses) },
    },
  });
}

/**
 * Adds components for successful responses to `responses`, named after their content. Otherwise generators would use the name of
 * the first operation, for example `GetUser200Response` for an update.
 */
function withNamedResponses(operation: JsonObject, responses: Map<string, JsonObject>): JsonObject {
  return {
    ...operation,
    responses: mapObjects(asObject(operation.responses), (response) => {
      const { content } = response;
      if (!isObject(content)) return response;
      // Most generators support only one media type per response.
      const first = Object.fromEntries(Object.entries(content).slice(0, 1));
      return { ...response, content: mapObjects(first, (media) => withNamedResponse(media, responses)) };
    }),
  };
}

function withNamedResponse(media: JsonObject, responses: Map<string, JsonObject>): JsonObject {
  const { schema } = media;
  const held = asObject(readProperties(asObject(schema)).data).$ref;
  if (!isObject(schema) || typeof held !== 'string') return media;
  const name = `${held.slice(held.lastIndexOf('/') + 1)}Response`;
  responses.set(name, schema);
  return { ...media, schema: reference(name) };
}

/** Fields that contain examples, not schemas. Examples do not change. */
const EXAMPLES: ReadonlySet<string> = new Set(['example', 'examples']);

/**
 * Gives every number a 64-bit format. Without a format, Go clients use 32 bits, which is not enough for 1234567.89. Removes
 * number defaults, because Java clients would write a double, although the type is BigDecimal.
 */
function withPrecision(object: JsonObject): JsonObject {
  const { type } = object;
  const isNumber = type === 'number' || (Array.isArray(type) && type.includes('number'));
  const entries = Object.entries(object)
    .filter(([name]) => !(isNumber && name === 'default'))
    .map(([name, member]) => [name, EXAMPLES.has(name) ? member : withPreciseMembers(member)]);
  return { ...(isNumber && { format: 'double' }), ...Object.fromEntries(entries) };
}

function withPreciseMembers(member: unknown): unknown {
  if (Array.isArray(member)) return member.map(withPreciseMembers);
  return isObject(member) ? withPrecision(member) : member;
}

/** Removes conditions, which generators turn into classes, and the components that only conditions use. */
function withoutConditions(schemas: JsonObject): Readonly<Record<string, JsonObject>> {
  const kept = Object.entries(schemas).filter(([name]) => !isOfConditions(name));
  return mapObjects(Object.fromEntries(kept), (schema) => {
    if (schema.properties === undefined) return schema;
    const { allOf, ...rest } = schema;
    return rest;
  });
}

/** Keeps the operations of a path that are not deprecated. */
function currentOperations(item: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(item).filter(([, operation]) => isObject(operation) && operation.deprecated !== true),
  );
}

/** Maps the fields that are objects, and drops all others. */
export function mapObjects(
  object: JsonObject,
  change: (member: JsonObject) => JsonObject,
): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, member]) => (isObject(member) ? [[name, change(member)]] : [])),
  );
}
