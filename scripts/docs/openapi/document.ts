/** The OpenAPI 3.1 document, made from the endpoint table, the contracts and the public shapes. */
import { errorCatalogue } from '#scripts/docs/errors';
import { endpoints } from '#shared/api/endpoints';
import { routeNotFound } from '#shared/api/problems';
import { LOCAL_SERVER } from '#shared/http/served-document';
import { type EventName, eventNames } from '#shared/webhooks/domain/events';
import { withNullsOfPost } from './absent-values';
import { withConditions } from './conditions';
import { generalErrorResponse, requestIdHeader } from './error-responses';
import { componentSchemas, isObject, type JsonObject, reference } from './json-schema';
import { withNamedNotes } from './named-notes';
import { toAliasOperation, toOperation } from './operations';
import { withUnions } from './unions';
import { eventExamples, eventNotes, payloadFor } from './webhook-payloads';

/** Agreed with each partner; there is no public licence. */
const contact = { name: 'Partner support' };
const license = { name: 'By agreement with the partner', identifier: 'LicenseRef-Partner-Agreement' };

const about = `Convert between fiat currencies for your users: register a user, have it verified, lock a rate, create a transaction, and be notified of every step by webhook.

**Authentication.** Every operation takes your key in the header \`partner-api-key\`; sandbox keys begin with \`ramp_sbx_\`, production keys with \`ramp_live_\`.

**Envelope.** Every answer is \`{"success": true, "data": …}\` or \`{"success": false, "code", "message", "errors"?}\`, and carries \`x-request-id\`.

**Requests.** Body fields that are not known are ignored; lists refuse query parameters that they do not know, and no parameter may be given twice. \`null\` for an optional field counts as absent on POST and clears the field on PATCH. Names and references that are blank count as absent. A body has at most 64 KB, or 5.5 MB where it may carry a file.

**Money.** Amounts are JSON numbers with at most two decimals for fiat currencies, and are decimal text in webhook payloads. Rates have at most ten significant digits. What a user pays is rounded half to even, what a user receives is rounded down.

**Compatibility.** New fields and new events may appear; ignore what you do not know.`;

/** A tag of their own: generators that see it on operations as well leave the webhooks out. */
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
        // A running service puts its own address here.
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

/** What partners call: pages that a person opens by a link are not for programs, and providers have contracts of their own. */
const documented = endpoints.filter((row) => row.scope === 'partner' || row.scope === 'public');

/** @throws Error when a tag of the endpoint table has no description */
function tagsInUse(): JsonObject[] {
  return [...new Set([...documented.map((row) => row.tag), WEBHOOK_EVENTS])].map((name) => {
    const description = tags[name];
    if (description === undefined) throw new Error(`The tag ${name} has no description`);
    return { name, description };
  });
}

function paths(): JsonObject {
  const result: Record<string, Record<string, JsonObject>> = {};
  for (const row of documented) {
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
    description: `${eventNotes[event]} Sent to your webhook URL and signed by the Standard Webhooks scheme. An attempt counts as delivered when you answer any 2xx within 10 seconds; otherwise up to four more follow over half an hour.`,
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

function parameters(): JsonObject {
  const webhookHeader = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string', maxLength: 1000 },
  });
  return {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Makes the request safe to repeat, for 48 hours: the same key with the same body returns the first answer, with another body or operation 422. Valid for the user that the operation is about, or for you where there is none. A UUID is a good key.',
      schema: {
        type: 'string',
        minLength: 16,
        maxLength: 128,
        pattern: '^[\\x21-\\x7e][\\x20-\\x7e]*[\\x21-\\x7e]$',
      },
    },
    RequestId: {
      name: 'x-request-id',
      in: 'header',
      description: 'An id of yours for this request, which the answer repeats.',
      schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[\\x21-\\x7e]+$' },
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `etag` of the answer that you hold.',
      schema: { type: 'string', maxLength: 1000 },
    },
    WebhookId: webhookHeader('webhook-id', 'Id of the notification, the same in every attempt.'),
    WebhookTimestamp: webhookHeader('webhook-timestamp', 'Epoch seconds of this attempt.'),
    WebhookSignature: webhookHeader(
      'webhook-signature',
      'One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`.',
    ),
  };
}

function headers(): JsonObject {
  return {
    RequestId: {
      description: 'Id of this request: yours when you sent a valid one.',
      schema: { type: 'string', maxLength: 128 },
    },
    EntityTag: { description: 'Changes with the content.', schema: { type: 'string', maxLength: 100 } },
    IdempotencyReplayed: {
      description: 'Present when this is the stored answer of an earlier request.',
      schema: { type: 'string', const: 'true' },
    },
    RetryAfter: {
      description: 'Seconds to wait.',
      schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 86_400 },
    },
    RateLimit: {
      description:
        'What is left of your request rate: `"partner";r=<requests>;t=<seconds until there are more>`. Not there where requests have no limit, nor before the key is known.',
      schema: { type: 'string', maxLength: 100 },
    },
    RateLimitPolicy: {
      description: 'Your request rate: `"partner";q=<requests>;w=<seconds>`. There with `RateLimit`.',
      schema: { type: 'string', maxLength: 100 },
    },
  };
}

const errorSchema: JsonObject = {
  description: 'Every error. Decide by `code`; `message` is for people.',
  type: 'object',
  properties: {
    success: { type: 'boolean', description: 'False.' },
    code: { description: 'What went wrong, to decide by.', ...reference('ErrorCode') },
    message: { description: 'A sentence for people, whose wording may change.', type: 'string', maxLength: 4096 },
    errors: {
      description: 'Which fields are wrong, by dotted path.',
      type: 'array',
      maxItems: 1000,
      items: {
        type: 'object',
        properties: {
          field: {
            description: 'Dotted path of the field, such as `address.zipCode`.',
            type: 'string',
            maxLength: 4096,
          },
          message: { description: 'What is wrong with it.', type: 'string', maxLength: 4096 },
        },
        required: ['field', 'message'],
      },
    },
  },
  required: ['success', 'code', 'message'],
};

/** The codes of the service, and the one that the gateway answers alone. */
const errorCodeSchema: JsonObject = {
  description: 'What went wrong, to decide by.',
  type: 'string',
  enum: [...errorCatalogue().map(({ code }) => code), 'GATEWAY_TIMEOUT'],
};

function responses(): JsonObject {
  return {
    Unauthorized: generalErrorResponse('UNAUTHORIZED'),
    PayloadTooLarge: generalErrorResponse('PAYLOAD_TOO_LARGE'),
    UnsupportedMediaType: generalErrorResponse('UNSUPPORTED_MEDIA_TYPE'),
    TooManyRequests: generalErrorResponse('TOO_MANY_REQUESTS'),
    InvalidPartnerFlow: generalErrorResponse('INVALID_PARTNER_FLOW'),
    InternalServerError: generalErrorResponse('INTERNAL_SERVER_ERROR'),
    ServiceUnavailable: generalErrorResponse('SERVICE_UNAVAILABLE'),
    IdempotencyKeyReused: generalErrorResponse('IDEMPOTENCY_KEY_REUSED'),
    GatewayTimeout: {
      description:
        '`GATEWAY_TIMEOUT`: No answer in time; what was asked may have happened. Repeat creations with the same `Idempotency-Key`.',
      headers: requestIdHeader,
      content: {
        'application/json': {
          schema: reference('Error'),
          example: { success: false, code: 'GATEWAY_TIMEOUT', message: 'The service did not answer in time' },
        },
      },
    },
    RouteNotFound: {
      ...generalErrorResponse('NOT_FOUND'),
      content: {
        'application/json': {
          schema: reference('Error'),
          example: { success: false, code: 'NOT_FOUND', message: routeNotFound().message },
        },
      },
    },
  };
}

/** Leaves out components that nothing refers to, such as the shapes of operations that answer with files. */
function withUsedSchemasOnly(
  document: JsonObject & { readonly components: { readonly schemas: JsonObject } },
): JsonObject {
  const { schemas } = document.components;
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isObject(value)) return;
    const target = typeof value.$ref === 'string' ? /^#\/components\/schemas\/(.+)$/.exec(value.$ref)?.[1] : undefined;
    if (target !== undefined && !used.has(target)) {
      used.add(target);
      visit(schemas[target]);
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit({ ...document, components: { ...document.components, schemas: {} } });
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  kept.sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(kept) } };
}
