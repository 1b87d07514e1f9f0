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

const about = `Convert between fiat currencies for your users: register a user, have it verified, lock a rate, create a transaction, and be notified of every step by webhook.

**Authentication.** Every operation takes your key in the header \`partner-api-key\`; sandbox keys begin with \`ramp_sbx_\`, production keys with \`ramp_live_\`. A key may be restricted to scopes: each operation names the one that it requires in \`x-required-scope\`.

**Envelope.** Every response is \`{"success": true, "data": …}\` or \`{"success": false, "code", "message", "errors"?, "details"?, "requestId", "docUrl"}\`, and carries \`x-request-id\`.

**Requests.** Body fields that are not known are ignored; lists refuse query parameters that they do not know, and no parameter may be given twice. \`null\` for an optional field counts as absent on POST and clears the field on PATCH. Names and references that are blank count as absent. A body has at most 64 KB, or 5.5 MB where it may carry a file.

**Money.** Amounts are JSON numbers with at most two decimals for fiat currencies, and are decimal text in webhook payloads. Rates have at most ten significant digits. What a user pays is rounded half to even, what a user receives is rounded down.

**Compatibility.** New fields and new events may appear; ignore what you do not know. A request may name the version that it was made for in the header \`${VERSION_HEADER}\`, such as \`${CURRENT_VERSION}\`; every response names the one it has. An unknown one is refused with 400 \`BAD_REQUEST\`.`;

/** Tag of webhooks. No operation may have this tag, because some generators would then omit all webhooks. */
export const WEBHOOK_EVENTS = 'Webhook events';

const tags: Readonly<Record<string, string>> = {
  Users: 'Your customers, as the service knows them.',
  KYC: 'Identity verification. Only verified users can transact.',
  Owners: 'Owners of businesses, and the declarations that they sign before the business can move pesos.',
  Quotes: 'Rates between fiat currencies and tokens, and what they depend on.',
  'On-ramp': 'From fiat into tokens.',
  'Off-ramp': 'From tokens into fiat: creation and execution.',
  'Cross-ramp': 'From one fiat currency into another: rates, quotes, transactions.',
  Transactions: 'Look-ups over all transactions.',
  'Bank accounts': 'Accounts that users and their receivers are paid out to.',
  'Virtual accounts': "Accounts in a user's own name, which take deposits.",
  Receivers: 'Those whom your users pay.',
  Wallets: 'Where your users receive tokens.',
  'API keys': 'Your key: what it may do, from where, and its successor.',
  Branding: 'Your appearance on the pages that you send people to.',
  Webhooks: 'Where notifications go, and what became of each.',
  [WEBHOOK_EVENTS]: 'What is sent to your webhook URL.',
  Changes: 'Everything that changed, in order, for reconciliation.',
  Sandbox: 'What exists to try things out.',
  Documentation: 'This document and its reference page. No key needed.',
};

export function openApiDocument(): JsonObject {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Partner Ramp API', version: '2.0.0', description: about, contact, license },
    servers: [
      {
        // A running service replaces this URL with its own.
        url: LOCAL_SERVER,
        description: 'The local stack; `/openapi.json` of an environment names the environment',
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
    description: `${eventNote(event)} Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you return any 2xx within 10 seconds; otherwise up to four more follow over half an hour.`,
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
      '4XX': { description: 'Not delivered; tried again' },
      '5XX': { description: 'Not delivered; tried again' },
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
    description: 'The body of a webhook. `event` tells which.',
    oneOf: Object.keys(webhookPayloads).map(reference),
    discriminator: { propertyName: 'event', mapping: Object.fromEntries(mapping) },
  };
}
