/** The OpenAPI 3.1 document, built from the endpoint table, the contracts and the response schemas. */

import { CURRENT_VERSION, VERSION_HEADER } from '#shared/api/versions';
import { documentedEndpoints } from '#shared/contract/endpoints';
import { LOCAL_SERVER } from '#shared/http/served-document';
import { type EventName, eventNames } from '#shared/webhooks/domain/events';
import { referencesIn, withNullsOfPost } from './absent-values';
import { withConditions, withNamedNotes } from './conditions';
import { errorCodeSchema, errorReasonSchema, errorSchema } from './error-components';
import { responses } from './error-responses';
import { headers, parameters } from './header-components';
import { componentSchemas, isObject, type JsonObject, readProperties, reference } from './json-schema';
import { toAliasOperation, toOperation } from './operations';
import { eventExamples, eventNote, payloadFor, webhookPayloads } from './webhook-payloads';

/** The contact and license are agreed with each partner; there is no public license. */
const contact = { name: 'Partner support' };
const license = { name: 'By agreement with the partner', identifier: 'LicenseRef-Partner-Agreement' };

const about = `Convert fiat currencies and stablecoins for your users. Register a user, verify the user, lock a rate and create a transaction. Webhooks notify you of changes.

**Authentication.** Send your API key in the header \`partner-api-key\` of every request. Sandbox keys begin with \`ramp_sbx_\`, production keys with \`ramp_live_\`. A key can be restricted to scopes. \`x-required-scope\` of an operation is the scope that the operation requires.

**Envelope.** Every JSON response is \`{"success": true, "data": …}\` or \`{"success": false, "code", "reason"?, "message", "errors"?, "details"?, "requestId", "docUrl"}\`. Every response has the header \`x-request-id\`.

**Requests.** The API ignores unknown body fields. List operations return 400 for unknown query parameters. A repeated query parameter also returns 400. On POST, an optional field with \`null\` is treated as absent. On PATCH, \`null\` clears the field. Blank optional names and references are treated as absent. A body can have up to 64 KB, or 6 MB if the operation accepts a file.

**Money.** Amounts are JSON numbers. Fiat amounts have at most two decimals. Webhook payloads contain amounts as decimal text. Rates have at most ten significant digits. We round the amount that a user pays half to even. We round down the amount that a user receives.

**Compatibility.** We can add fields and events at any time. Ignore those that you do not know. You can send the API version of your client in the header \`${VERSION_HEADER}\`, for example \`${CURRENT_VERSION}\`. The same header of the response contains the version of the request. An unknown version returns 400 \`BAD_REQUEST\`.`;

/** Tag of webhooks. No operation may have this tag, because some generators would then omit all webhooks. */
export const WEBHOOK_EVENTS = 'Webhook events';

const tags: Readonly<Record<string, string>> = {
  Users: 'Your customers: persons and businesses.',
  KYC: 'Identity verification. Only verified users can transact.',
  Owners: 'Owners of businesses, and the declarations that owners sign before cross-ramps with Mexican pesos.',
  Quotes: 'Rates and quotes, your capabilities, and the settlement calendar.',
  'On-ramp': 'Transactions from fiat to tokens.',
  'Off-ramp': 'Transactions from tokens to fiat: creation and execution.',
  'Cross-ramp': 'Transactions from one fiat currency to another: rates, quotes, creation.',
  Transactions: 'Transactions of all types, receipts and settlement reports.',
  'Bank accounts': 'Bank accounts of users and receivers, for payouts.',
  'Virtual accounts': "Bank accounts in a user's name that accept deposits.",
  Receivers: 'Persons and businesses that your users pay.',
  Wallets: 'Wallets in which your users receive tokens.',
  'API keys': 'Your API key: its scopes, allowed addresses and rotation.',
  Branding: 'Your name, logo and colour on our hosted pages.',
  Webhooks: 'Webhook endpoints, and notifications with their delivery attempts.',
  [WEBHOOK_EVENTS]: 'Events that we send to your webhook URL.',
  Changes: 'All changes of your resources, in order, for reconciliation.',
  Sandbox: 'Operations for tests in the sandbox.',
  Documentation: 'This document. No API key required.',
};

export function openApiDocument(): JsonObject {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Partner Ramp API', version: '2.0.0', description: about, contact, license },
    servers: [
      {
        // A running service replaces this URL with its own.
        url: LOCAL_SERVER,
        description: 'The local stack. `/openapi.json` of an environment contains the URL of the environment.',
        'x-internal': false,
      },
    ],
    security: [{ partnerApiKey: [] }],
    tags: tagsInUse(),
    paths: paths(),
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        partnerApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'partner-api-key',
          description: 'Your API key: `ramp_<sbx|live>_<32 characters>_<6 characters>`.',
        },
      },
      parameters: parameters(),
      headers: headers(),
      responses: responses(),
      schemas: {
        Error: errorSchema,
        ErrorCode: errorCodeSchema,
        ErrorReason: errorReasonSchema,
        ...withConditions(withNullsOfPost(describedSchemas())),
      },
    },
  };
  return withUsedSchemasOnly(document);
}

function describedSchemas(): Record<string, JsonObject> {
  const described = Object.entries(withUnions(componentSchemas())).map(([name, schema]) => [
    name,
    withNamedNotes(schema),
  ]);
  return Object.fromEntries(described);
}

/** @throws Error if a tag of the endpoint table has no description */
function tagsInUse(): JsonObject[] {
  return [...new Set([...documentedEndpoints.map((row) => row.tag), WEBHOOK_EVENTS])].map((name) => {
    const description = tags[name];
    if (description === undefined) throw new Error(`The tag ${name} has no description`);
    return { name, description };
  });
}

function paths(): JsonObject {
  const result: Record<string, Record<string, JsonObject>> = {};
  for (const row of documentedEndpoints) {
    const item = result[row.path] ?? {};
    item[row.method.toLowerCase()] = toOperation(row);
    result[row.path] = item;
    for (const path of row.aliases)
      result[path] = { ...result[path], [row.method.toLowerCase()]: toAliasOperation(row) };
  }
  return result;
}

function webhooks(): JsonObject {
  return Object.fromEntries(eventNames.map((event) => [event, { post: webhook(event) }]));
}

function webhook(event: EventName): JsonObject {
  return {
    operationId: `on_${event}`,
    tags: [WEBHOOK_EVENTS],
    summary: event,
    description: `${eventNote(event)} We send the event to your webhook URL with a Standard Webhooks signature. An attempt succeeds if you return 2xx within 10 seconds. Otherwise, we make up to four more attempts in half an hour.`,
    security: [],
    parameters: ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'].map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [reference(payloadFor(event)), { properties: { event: { type: 'string', const: event } } }],
          },
          example: eventExamples[event],
        },
      },
    },
    responses: {
      '2XX': { description: 'Delivered' },
      '4XX': { description: 'Not delivered. We try again.' },
      '5XX': { description: 'Not delivered. We try again.' },
    },
  };
}

/** Removes components without references, for example schemas of operations that return files. */
function withUsedSchemasOnly(
  document: JsonObject & { readonly components: { readonly schemas: JsonObject } },
): JsonObject {
  const { schemas } = document.components;
  const used = new Set<string>();
  const visit = (name: string): void => {
    if (used.has(name)) return;
    used.add(name);
    referencesIn(schemas[name]).forEach(visit);
  };
  referencesIn({ ...document, components: { ...document.components, schemas: {} } }).forEach(visit);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  kept.sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(kept) } };
}

/** Unions of components with a constant `type`. */
const BY_TYPE = ['TransactionItem', 'Change'];

/** Adds discriminators to the unions in `BY_TYPE`. Also adds the union of all webhook bodies. */
function withUnions(schemas: Record<string, JsonObject>): Record<string, JsonObject> {
  const byType = BY_TYPE.map((name): [string, JsonObject] => [name, discriminatedByType(name, schemas)]);
  return { ...schemas, ...Object.fromEntries(byType), WebhookEvent: webhookEvent() };
}

/** @throws Error if the component is not a union of components with a constant type */
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

/** Builds the union of all webhook bodies with the discriminator `event`. */
function webhookEvent(): JsonObject {
  const mapping = eventNames.map((event) => [event, reference(payloadFor(event)).$ref]);
  return {
    description: 'The body of a webhook. `event` is the name of the event.',
    oneOf: Object.keys(webhookPayloads).map(reference),
    discriminator: { propertyName: 'event', mapping: Object.fromEntries(mapping) },
  };
}
