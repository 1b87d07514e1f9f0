/**
 * The document for generators of clients, in the form that the most of them make good code of: without what only a server
 * for webhooks needs (some make broken classes of the header parameters of webhooks), and with what they need to be exact.
 */

import { isOfConditions } from './conditions';
import { WEBHOOK_EVENTS } from './document';
import { asObject, isObject, type JsonObject, readProperties, reference } from './json-schema';

/**
 * Returns the document without webhooks, deprecated paths and conditions between fields, with a name for
 * each response and a precision for each number. The payloads of webhooks stay as schemas.
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
 * Makes components of the successful responses of an operation, called by their content: generators name other schemas by the
 * first operation that they meet, so that the response to a change is a `GetUser200Response`.
 * @param responses takes the components
 */
function withNamedResponses(operation: JsonObject, responses: Map<string, JsonObject>): JsonObject {
  return {
    ...operation,
    responses: mapObjects(asObject(operation.responses), (response) => {
      const { content } = response;
      if (!isObject(content)) return response;
      // A response of two types has none in the code of most generators.
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

/** Members that hold values of the API and no schemas. */
const EXAMPLES: ReadonlySet<string> = new Set(['example', 'examples']);

/**
 * Gives every number 64 bits: without a format, clients in Go take 32, which are too few for 1234567.89. Removes its default,
 * which the service knows: in Java it would be a literal of a double where a number is mapped to BigDecimal.
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

/** Removes the conditions between fields, of which generators make classes, and the components of conditions alone. */
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

/** Changes the members that are objects, and drops the others. */
export function mapObjects(
  object: JsonObject,
  change: (member: JsonObject) => JsonObject,
): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, member]) => (isObject(member) ? [[name, change(member)]] : [])),
  );
}
