/**
 * The document for generators of clients, without what only a server for webhooks needs. Some generators make broken
 * classes of the header parameters of webhooks.
 */
import { WEBHOOK_EVENTS } from './document';
import { isObject, type JsonObject } from './json-schema';

/** The document with its operations and components, without webhooks and callbacks. The payloads stay as schemas. */
export function withoutCallbacks(document: JsonObject): JsonObject {
  const { webhooks, tags, components, paths, ...rest } = document;
  if (!Array.isArray(tags) || !isObject(components) || !isObject(components.parameters) || !isObject(paths))
    throw new Error('The document has no tags, paths or parameters');
  const parameters = Object.entries(components.parameters).filter(([name]) => !name.startsWith('Webhook'));
  return {
    ...rest,
    tags: tags.filter(({ name }) => name !== WEBHOOK_EVENTS),
    paths: mapObjects(paths, (item) => mapObjects(item, ({ callbacks, ...operation }) => operation)),
    components: { ...components, parameters: Object.fromEntries(parameters) },
  };
}

function mapObjects(object: JsonObject, change: (member: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, member]) => [name, isObject(member) ? change(member) : member]),
  );
}
