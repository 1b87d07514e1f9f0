/** Components that are one of several, discriminated by the value of a property. */
import { eventNames } from '#shared/webhooks/domain/events';
import { isObject, type JsonObject, readProperties, reference } from './json-schema';
import { payloadFor, webhookPayloads } from './webhook-payloads';

/** Unions of components whose `type` is a constant. */
const BY_TYPE = ['TransactionItem', 'Change'];

/** Returns the component schemas with their discriminators, and the union of all webhooks. */
export function withUnions(schemas: Record<string, JsonObject>): Record<string, JsonObject> {
  const byType = BY_TYPE.map((name): [string, JsonObject] => [name, discriminatedByType(name, schemas)]);
  return { ...schemas, ...Object.fromEntries(byType), WebhookEvent: webhookEvent() };
}

/** @throws Error for a component that is no union of components with a constant type */
function discriminatedByType(name: string, schemas: Record<string, JsonObject>): JsonObject {
  const union = schemas[name] ?? {};
  const members: readonly unknown[] = Array.isArray(union.oneOf) ? union.oneOf : [];
  const mapping = members.map((member): [string, unknown] => {
    const target = isObject(member) ? member.$ref : undefined;
    const type = readProperties(schemas[String(target).replace('#/components/schemas/', '')] ?? {}).type?.const;
    if (typeof type !== 'string') throw new Error(`${name}: ${String(target)} has no constant type`);
    return [type, target];
  });
  if (mapping.length === 0) throw new Error(`${name} is no union`);
  return { ...union, discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) } };
}

/** Builds the union of all bodies that are sent, discriminated by `event`. */
function webhookEvent(): JsonObject {
  const mapping = eventNames.map((event) => [event, reference(payloadFor(event)).$ref]);
  return {
    description: 'The body of a webhook. `event` tells which.',
    oneOf: Object.keys(webhookPayloads).map(reference),
    discriminator: { propertyName: 'event', mapping: Object.fromEntries(mapping) },
  };
}
