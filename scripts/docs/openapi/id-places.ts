/** The places of ids in requests and answers, and the resource that each id names. */
import type { EndpointRow } from '#shared/api/endpoints';
import { bodyComponentName, isObject, type JsonObject, readProperties } from './json-schema';

export type Resource =
  | 'user'
  | 'person'
  | 'rampQuote'
  | 'crossRampQuote'
  | 'transaction'
  | 'receiver'
  | 'userAccount'
  | 'receiverAccount'
  | 'wallet'
  | 'notification'
  | 'webhookEndpoint';

/** By the name of the field or parameter. */
const byName: Readonly<Record<string, Resource>> = {
  userId: 'user',
  personId: 'person',
  associatedPersonId: 'person',
  receiverId: 'receiver',
  walletId: 'wallet',
  endpointId: 'webhookEndpoint',
  transactionId: 'transaction',
  userBankInformationId: 'userAccount',
  targetBankAccountId: 'userAccount',
};

/** The resource that `id` names, by the path of the operation up to it. */
const byPath: Readonly<Record<string, Resource>> = {
  '/quotes': 'rampQuote',
  '/cross-ramp/quotes': 'crossRampQuote',
  '/transactions': 'transaction',
  '/sandbox/transactions': 'transaction',
  '/webhook-notifications': 'notification',
  '/webhook-endpoints': 'webhookEndpoint',
  '/banks/users/{userId}/accounts': 'userAccount',
  '/banks/receivers/{receiverId}/accounts': 'receiverAccount',
};

/** The resource that `quoteId` names, by the tag of the operation. */
const quotesByTag: Readonly<Record<string, Resource>> = {
  Quotes: 'rampQuote',
  'On-ramp': 'rampQuote',
  'Off-ramp': 'rampQuote',
  'Cross-ramp': 'crossRampQuote',
};

/** An id in a request. */
export interface IdPlace {
  readonly name: string;
  readonly in: 'path' | 'query' | 'body';
  readonly resource: Resource;
}

/**
 * The ids that an operation takes.
 * @throws Error for an id that the tables above do not know
 */
export function idsTaken(row: EndpointRow, operation: JsonObject, schemas: JsonObject): IdPlace[] {
  const parameters: readonly unknown[] = Array.isArray(operation.parameters) ? operation.parameters : [];
  const body = asObject(schemas[bodyComponentName(row.id)]);
  return [
    ...parameters.filter(isObject).flatMap((parameter): IdPlace[] => {
      const { name, in: place, schema } = parameter;
      if (!isUuid(asObject(schema)) || typeof name !== 'string' || (place !== 'path' && place !== 'query')) return [];
      return [{ name, in: place, resource: resourceOf(row, name) }];
    }),
    ...Object.entries(readProperties(body)).flatMap(([name, property]): IdPlace[] =>
      isUuid(property) ? [{ name, in: 'body', resource: resourceOf(row, name) }] : [],
    ),
  ];
}

/** @throws Error for an id that the tables above do not know */
export function resourceOf({ id, path, tag }: EndpointRow, name: string): Resource {
  const beforeId = path.replace(/^\/api\/partner\/v2/, '').replace(/\/\{id\}.*$/, '');
  const known = name === 'quoteId' ? quotesByTag[tag] : name === 'id' ? byPath[beforeId] : byName[name];
  if (known === undefined) throw new Error(`${id}: scripts/docs/openapi/id-places.ts does not say what ${name} names`);
  return known;
}

/** Returns true for the schema of an id, which may be null where it is optional in a request. */
function isUuid({ format, anyOf }: JsonObject): boolean {
  return format === 'uuid' || (Array.isArray(anyOf) && anyOf.some((part) => isObject(part) && part.format === 'uuid'));
}

/** The fields of an answer that always have an id: of a union, those that all of its members have. */
export function idsAnswered(schema: JsonObject, schemas: JsonObject): string[] {
  const { oneOf } = schema;
  if (Array.isArray(oneOf)) {
    const members = oneOf.filter(isObject).map((member) => idsAnswered(componentOf(member, schemas), schemas));
    return (members[0] ?? []).filter((name) => members.every((names) => names.includes(name)));
  }
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(readProperties(schema)).flatMap(([name, { format }]) =>
    format === 'uuid' && required.includes(name) ? [name] : [],
  );
}

function componentOf({ $ref }: JsonObject, schemas: JsonObject): JsonObject {
  return asObject(schemas[String($ref).replace('#/components/schemas/', '')]);
}

/** An object, or an empty one in the place of anything else. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
