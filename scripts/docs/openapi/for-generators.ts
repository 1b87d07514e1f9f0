/**
 * The document for generators of clients, without what only a server for webhooks needs. Some generators make broken
 * classes of the header parameters of webhooks.
 */
import { WEBHOOK_EVENTS } from './document';
import { asObject } from './id-places';
import { isObject, type JsonObject } from './json-schema';

/**
 * The document without webhooks, callbacks, links, deprecated paths and conditions between fields. The payloads of webhooks
 * stay as schemas.
 */
export function withoutCallbacks(document: JsonObject): JsonObject {
  const { webhooks, tags, components, paths, ...rest } = document;
  if (
    !Array.isArray(tags) ||
    !isObject(components) ||
    !isObject(components.parameters) ||
    !isObject(components.schemas) ||
    !isObject(paths)
  )
    throw new Error('The document has no tags, paths or parameters');
  const { links, ...kept } = components;
  const parameters = Object.entries(components.parameters).filter(([name]) => !name.startsWith('Webhook'));
  return {
    ...rest,
    tags: tags.filter(({ name }) => name !== WEBHOOK_EVENTS),
    paths: Object.fromEntries(
      Object.entries(mapObjects(paths, currentOperations)).filter(([, item]) => Object.keys(item).length > 0),
    ),
    components: {
      ...kept,
      parameters: Object.fromEntries(parameters),
      schemas: mapObjects(components.schemas, withoutConditions),
    },
  };
}

/** A schema without what its fields must hold together: generators make classes of its parts. */
function withoutConditions(schema: JsonObject): JsonObject {
  if (schema.properties === undefined) return schema;
  const { allOf, ...rest } = schema;
  return rest;
}

/** The operations of a path that are not deprecated, without their callbacks and links. */
function currentOperations(item: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(item).flatMap(([method, operation]) => {
      if (!isObject(operation) || operation.deprecated === true) return [];
      const { callbacks, ...rest } = operation;
      return [[method, { ...rest, responses: mapObjects(asObject(operation.responses), withoutLinks) }]];
    }),
  );
}

function withoutLinks({ links, ...response }: JsonObject): JsonObject {
  return response;
}

function mapObjects(
  object: JsonObject,
  change: (member: JsonObject) => JsonObject,
): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, member]) => (isObject(member) ? [[name, change(member)]] : [])),
  );
}
