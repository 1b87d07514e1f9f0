/** Converts zod schemas to JSON Schema (2020-12) for OpenAPI 3.1. */

import * as z from 'zod/mini';
import { endpointDocs } from '#docs/endpoint-docs';
import { fieldNotes } from '#docs/notes/fields';
import { addressRange } from '#functions/allowed-addresses/update/contract';
import { shownUrl } from '#functions/branding/update/contract';
import { logoFile, MAX_LOGO_CHARACTERS } from '#functions/branding/update/logo-field';
import { typeList } from '#functions/changes/list/contract';
import { contract as createCrossRamp } from '#functions/cross-ramp/create/contract';
import { contract as executeOffRamp } from '#functions/off-ramp/execute/contract';
import { contract as createOnRamp } from '#functions/on-ramp/create/contract';
import { contract as createReceiver } from '#functions/receivers/create/contract';
import { contract as requestSignatures } from '#functions/signatures/request/contract';
import { contract as updateWebhookSettings } from '#functions/webhook-settings/update/contract';
import { anyId, date, email, emailText, instant, paging, requireVisibleText, urlText, uuid } from '#shared/api/fields';
import {
  amount,
  amountText,
  LISTED_AMOUNTS,
  listedAmountText,
  premium,
  premiumText,
  share,
  tokenAmount,
  tokenAmountText,
} from '#shared/api/number-fields';
import { onboardingCountry } from '#shared/bank-accounts/virtual-accounts/fields';
import { changeTypes } from '#shared/changes/change-type';
import type { Notes } from '#shared/contract/define-docs';
import { responseSchemas } from '#shared/contract/response-schemas';
import { purposes, relationships, sourcesOfFunds } from '#shared/corridors/domain/compliance-fields';
import { HOME_COUNTRY, targetCountries, VIRTUAL_ACCOUNT_COUNTRY } from '#shared/corridors/domain/payout-zones';
import { invoiceFile, MAX_INVOICE_CHARACTERS } from '#shared/corridors/fields';
import { birthDate, redirectUri } from '#shared/identity/person-fields';
import { SHOWN_URL } from '#shared/partners/domain/branding';
import { MAX_FORWARDING_DAYS } from '#shared/quotes/domain/quote';
import { settlementDaysText } from '#shared/quotes/order-fields';
import { MAX_QUOTABLE } from '#shared/quotes/requested-amount';
import { percent } from '#shared/signatures/associated-persons/fields';
import { MAX_METADATA_VALUE, METADATA_KEY, metadata, metadataChanges } from '#shared/transactions/annotation-fields';
import { MAX_METADATA_KEYS } from '#shared/transactions/domain/annotations';
import { cancellationReasons } from '#shared/transactions/domain/cancellation-reason';
import { crossRampStatuses } from '#shared/transactions/domain/status-facts';
import { kycStatuses, userTypes } from '#shared/users/domain/user';
import { decimalsFor, fiatCurrencies } from '#shared/values/money/currency';
import { decimalText } from '#shared/values/money/decimal';
import { PRINTABLE } from '#shared/values/printable-text';
import { MAX_REDIRECT_URI } from '#shared/values/redirect-uri';
import { notificationStatuses } from '#shared/webhooks/domain/events';
import {
  BASE64,
  BASE64_FILE,
  emails,
  emailsOrBlank,
  joinPatterns,
  REDIRECT_URI,
  TRANSACTION_HASH,
  walletAddresses,
} from './patterns';
import { webhookPayloads } from './webhook-payloads';

export type JsonObject = { readonly [key: string]: unknown };

/**
 * Amounts that a quote can contain, in a currency with this number of decimals. The limits of a partner are narrower.
 * `multipleOf` would reject 2000.01, because floating-point division by 0.01 gives no integer.
 */
const amountsOf = (decimals: number) => ({
  type: 'number',
  minimum: Number(`1e-${decimals}`),
  exclusiveMaximum: Number(decimalText(MAX_QUOTABLE)),
});
const fiatAmounts = amountsOf(decimalsFor('MXN'));
const tokenAmounts = amountsOf(decimalsFor('USDC'));

/** Builds the schema of metadata in requests. @param type type of its values */
function metadataOf(type: string | readonly string[]): JsonObject {
  return {
    type: 'object',
    maxProperties: MAX_METADATA_KEYS,
    propertyNames: { pattern: METADATA_KEY.source },
    additionalProperties: { type, maxLength: MAX_METADATA_VALUE, pattern: PRINTABLE.source },
  };
}

/** Premium as a fraction: 0.01 is 1 %. The agreement of a partner sets its maximum, which is at most 5. */
const premiums = { type: 'number', minimum: 0, maximum: 5, multipleOf: 0.000001 };

/** URLs that users see. */
const httpsUrls = { type: 'string', maxLength: MAX_REDIRECT_URI, pattern: SHOWN_URL.source };

/** JSON Schemas of fields that our own functions validate. A query parameter with a number as text has the type `number`. */
const customSchemas = new Map<unknown, JsonObject>([
  [uuid, { type: 'string', format: 'uuid' }],
  // Other texts are also valid, but they never match an id.
  [anyId, { type: 'string', format: 'uuid' }],
  [executeOffRamp.body.shape.transactionId, { type: 'string', format: 'uuid' }],
  [amount, fiatAmounts],
  [amountText, fiatAmounts],
  [tokenAmount, tokenAmounts],
  [tokenAmountText, tokenAmounts],
  [listedAmountText, { type: 'number', ...LISTED_AMOUNTS }],
  [metadata, metadataOf('string')],
  [metadataChanges, metadataOf(['string', 'null'])],
  [premium, premiums],
  [premiumText, premiums],
  [share, { type: 'number', minimum: 0, maximum: 1, multipleOf: 0.000001 }],
  [percent, { type: 'number', exclusiveMinimum: 0, maximum: 100, multipleOf: 0.0001 }],
  [settlementDaysText, { type: 'integer', minimum: 0, maximum: MAX_FORWARDING_DAYS }],
  [email, emails],
  [emailText, emails],
  [createReceiver.body.shape.email, emailsOrBlank],
  [executeOffRamp.body.shape.transactionHash, { type: 'string', maxLength: 88, pattern: TRANSACTION_HASH }],
  [createCrossRamp.body.shape.targetCountry.def.innerType, { type: 'string', enum: targetCountries }],
  [onboardingCountry, { type: 'string', enum: [VIRTUAL_ACCOUNT_COUNTRY] }],
  [requestSignatures.body.shape.country, { type: 'string', enum: [HOME_COUNTRY] }],
  [
    updateWebhookSettings.body.shape.url.def.innerType,
    // Without the format `uri`, because a hostname can contain non-ASCII letters.
    { type: 'string', maxLength: 2048, pattern: '^https?://' },
  ],
  [
    createOnRamp.body.shape.destinationWalletAddress,
    { type: 'string', maxLength: 44, pattern: joinPatterns(Object.values(walletAddresses)) },
  ],
  [invoiceFile, { type: 'string', contentEncoding: 'base64', maxLength: MAX_INVOICE_CHARACTERS, pattern: BASE64 }],
  [
    logoFile,
    { type: 'string', contentEncoding: 'base64', minLength: 4, maxLength: MAX_LOGO_CHARACTERS, pattern: BASE64_FILE },
  ],
  [addressRange, { type: 'string', maxLength: 49, pattern: '^[0-9A-Fa-f:.]+(?:/[0-9]{1,3})?$' }],
  [shownUrl, httpsUrls],
  [redirectUri, { type: 'string', maxLength: MAX_REDIRECT_URI, pattern: REDIRECT_URI }],
  [urlText, { type: 'string', format: 'uri', maxLength: 4096 }],
  [instant, { type: 'string', format: 'date-time', maxLength: '2026-01-15T16:30:00.123456789+00:00'.length }],
  [date, { type: 'string', format: 'date' }],
  // Dates start at 1900-01-01. The last day is today, which a schema cannot express.
  [birthDate, { type: 'string', format: 'date', pattern: '^(?:19|20)' }],
  [
    typeList,
    { type: 'array', minItems: 1, maxItems: changeTypes.length, items: { type: 'string', enum: changeTypes } },
  ],
  [paging.skip, { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }],
  [paging.limit, { type: 'integer', minimum: 1, maximum: 100, default: 20 }],
  [paging.sortBy, { type: 'string', enum: ['createdAt'], default: 'createdAt' }],
  [paging.sortOrder, { type: 'string', enum: ['asc', 'desc'], default: 'desc' }],
  [responseSchemas.WebhookNotification.shape.payload, reference('WebhookEvent')],
  [responseSchemas.WebhookNotification.shape.latestErrorPayload, { type: ['object', 'null'] }],
]);

/** Response parts that are components but not responses of an operation. */
const responseParts = {
  MockRule: responseSchemas.MockTestingGuide.shape.crossRampRules.def.element,
  DeliveryAttempt: responseSchemas.WebhookNotification.shape.attempts.def.element,
  EndpointHealth: responseSchemas.WebhookEndpoint.shape.health,
  EndpointDelivery: responseSchemas.WebhookNotification.shape.deliveries.def.innerType.def.element,
};

/** Enumerations that occur in many places, each as one component. */
const enumerations: Readonly<Record<string, readonly string[]>> = {
  FiatCurrency: fiatCurrencies,
  TargetCountry: targetCountries,
  CrossRampStatus: crossRampStatuses,
  CancellationReason: cancellationReasons,
  KycStatus: kycStatuses,
  NotificationStatus: notificationStatuses,
  UserType: userTypes,
  Purpose: purposes,
  SourceOfFunds: sourcesOfFunds,
  Relationship: relationships,
};
const enumerationNames = new Map(Object.entries(enumerations).map(([name, values]) => [JSON.stringify(values), name]));

type Draft = Record<string, unknown>;

/** Length of the times in responses: UTC with milliseconds. */
const ISO_TIME_CHARACTERS = '2026-01-15T16:30:00.000Z'.length;

function integerFormat({ minimum, maximum }: Draft): 'int32' | 'int64' {
  const small = Number(minimum) >= -(2 ** 31) && Number(maximum) < 2 ** 31;
  return small ? 'int32' : 'int64';
}

function applyCustomSchema({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: Draft }): void {
  const replacement = customSchemas.get(zodSchema);
  if (replacement !== undefined) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, replacement);
  }
  requireVisibleText(jsonSchema);
  // New fields can be added to responses.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // The format is sufficient; the generated patterns have hundreds of characters.
  if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (jsonSchema.format === 'uuid') jsonSchema.maxLength = 36;
  if (jsonSchema.format === 'date-time') jsonSchema.maxLength ??= ISO_TIME_CHARACTERS;
  if (jsonSchema.format === 'date') jsonSchema.maxLength = 10;
  if (jsonSchema.type === 'integer') jsonSchema.format = integerFormat(jsonSchema);
  if (jsonSchema.const !== undefined && jsonSchema.type === undefined) jsonSchema.type = typeof jsonSchema.const;
}

function isSchema(value: object): value is z.ZodMiniType {
  return '_zod' in value;
}

/** Returns the component name of an operation's request body. */
export function bodyComponentName(operationId: string): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Request`;
}

export function reference(component: string): JsonObject {
  return { $ref: `#/components/schemas/${component}` };
}

/** Builds all component schemas: response schemas, request bodies, their named parts, and webhook payloads. */
export function componentSchemas(): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>();
  for (const [id, shape] of Object.entries(responseSchemas)) if (isSchema(shape)) registry.add(shape, { id });
  for (const [id, part] of Object.entries({ ...responseParts, ...webhookPayloads })) registry.add(part, { id });
  for (const [operationId, { contract, parts = {} }] of endpointDocs) {
    for (const [id, { schema }] of Object.entries(parts)) registry.add(schema, { id });
    if (contract.body !== undefined) registry.add(contract.body, { id: bodyComponentName(operationId) });
  }
  // Request bodies need the mode `input`. Response schemas are strict objects: the mode `output` would give the same result.
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: applyCustomSchema,
  });
  const converted = Object.entries(schemas).map(([id, schema]): [string, JsonObject] => [id, plain(schema)]);
  const enums = Object.entries(enumerations).map(([id, values]): [string, JsonObject] => [
    id,
    { type: 'string', enum: values },
  ]);
  return { ...withNotes(Object.fromEntries(converted)), ...Object.fromEntries(enums) };
}

/** Converts a schema to JSON Schema without creating a component, for example the schema of query parameters. */
export function inlineSchema(schema: z.ZodMiniType): JsonObject {
  return plain(z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input', override: applyCustomSchema }));
}

function plain(schema: object): JsonObject {
  const { $schema, $id, ...rest }: JsonObject = JSON.parse(JSON.stringify(schema));
  return withEnumerations(rest);
}

/** Replaces every known enumeration with a reference. */
function withEnumerations(schema: JsonObject): JsonObject {
  const { type, enum: values, ...rest } = schema;
  const name = enumerationNames.get(JSON.stringify(values));
  const own = name === undefined ? schema : { ...rest, ...reference(name) };
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [key, inside(value)]));
}

function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside);
  return isObject(value) ? withEnumerations(value) : value;
}

/** Collects the notes by component: those of responses and webhooks, and those of request bodies from docs.ts. */
function allNotes(): [component: string, notes: Notes][] {
  const bodies = [...endpointDocs].flatMap(([id, { body, parts = {} }]): [string, Notes | undefined][] => [
    [bodyComponentName(id), body],
    ...Object.entries(parts).map(([name, { notes }]): [string, Notes | undefined] => [name, notes]),
  ]);
  const written = bodies.flatMap(([name, notes]): [string, Notes][] => (notes === undefined ? [] : [[name, notes]]));
  return [...Object.entries(fieldNotes), ...written];
}

/** Adds the notes to the schemas. @throws Error for a note about an unknown component or field */
function withNotes(schemas: Record<string, JsonObject>): Record<string, JsonObject> {
  const result = { ...schemas };
  for (const [component, { about, ...notes }] of allNotes()) {
    const schema = schemas[component];
    if (schema === undefined) throw new Error(`Notes on ${component}, which is no component`);
    result[component] = {
      ...described(schema, about),
      ...(schema.properties === undefined && Object.keys(notes).length === 0
        ? {}
        : { properties: notedProperties(component, schema, notes) }),
    };
  }
  return result;
}

function notedProperties(
  component: string,
  schema: JsonObject,
  notes: Readonly<Record<string, string | undefined>>,
): JsonObject {
  const properties = readProperties(schema);
  for (const [field, note] of Object.entries(notes)) {
    const property = properties[field];
    if (property === undefined) throw new Error(`A note on ${component}.${field}, which is no field`);
    properties[field] = described(property, note);
  }
  return properties;
}

function described(schema: JsonObject, description: string | undefined): JsonObject {
  return description === undefined ? schema : { description, ...schema };
}

/**
 * Maps the schemas inside a schema: properties, list items and alternatives.
 * @param changeProperty maps a property, including its inner schemas
 */
export function mapParts(
  schema: JsonObject,
  change: (part: JsonObject) => JsonObject,
  changeProperty: (property: JsonObject, name: string) => JsonObject,
): JsonObject {
  const { items, properties } = schema;
  const changed = Object.entries(readProperties(schema)).map(([name, property]) => [
    name,
    changeProperty(property, name),
  ]);
  const alternatives = ['anyOf', 'oneOf'].flatMap((key) => {
    const parts = schema[key];
    return Array.isArray(parts) ? [[key, parts.map((part) => (isObject(part) ? change(part) : part))]] : [];
  });
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(changed) }),
    ...(isObject(items) ? { items: change(items) } : {}),
    ...Object.fromEntries(alternatives),
  };
}

/** Returns the properties of an object schema. */
export function readProperties(schema: JsonObject): Record<string, JsonObject> {
  const { properties } = schema;
  const entries: [string, JsonObject][] = [];
  if (isObject(properties)) {
    for (const [name, property] of Object.entries(properties)) if (isObject(property)) entries.push([name, property]);
  }
  return Object.fromEntries(entries);
}

/** Returns the value if it is an object, otherwise an empty object. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
