/** Components of the OpenAPI document for headers. */
import { CURRENT_VERSION } from '#shared/api/versions';
import { MAX_IF_NONE_MATCH } from '#shared/http/entity-tag';
import type { JsonObject } from './json-schema';

/** Maximum size of all headers together at the gateway, in bytes. */
const MAX_HEADERS = 10_240;

export const EXAMPLE_REQUEST_ID = 'order-1042-attempt-1';

/** Builds the headers of requests and webhooks. */
export function parameters(): JsonObject {
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
        'Makes the request safe to repeat, for 48 hours: the same key with the same body returns the first response, with another body or operation 422. Valid for the user that the operation is about, or for you where there is none. A UUID is a good key.',
      schema: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[\\x21-\\x7e][\\x20-\\x7e]*[\\x21-\\x7e]$' },
    },
    RequestId: {
      name: 'x-request-id',
      in: 'header',
      description:
        'Your id for this request, which the response repeats: 1 to 128 visible ASCII characters. Anything else is replaced.',
      schema: { type: 'string', maxLength: MAX_HEADERS },
      example: EXAMPLE_REQUEST_ID,
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `etag` of the response that you hold.',
      schema: { type: 'string', maxLength: MAX_IF_NONE_MATCH },
    },
    WebhookId: webhookHeader('webhook-id', 'Id of the notification, the same in every attempt.'),
    WebhookTimestamp: webhookHeader('webhook-timestamp', 'Epoch seconds of this attempt.'),
    WebhookSignature: webhookHeader(
      'webhook-signature',
      'One or more `v1,<base64>` separated by spaces: HMAC-SHA256 over `webhook-id.webhook-timestamp.body`.',
    ),
  };
}

/** Builds the headers of responses. */
export function headers(): JsonObject {
  return {
    RequestId: {
      description: 'Id of this request: yours when you sent a valid one.',
      schema: { type: 'string', maxLength: 128 },
    },
    ApiVersion: {
      description:
        'The version of the API that served the request: the one that the request named in a header of the same name, else the current one.',
      schema: { type: 'string', format: 'date', maxLength: 10 },
      example: CURRENT_VERSION,
    },
    EntityTag: { description: 'Changes with the content.', schema: { type: 'string', maxLength: 100 } },
    IdempotencyReplayed: {
      description: 'Present when this is the stored response of an earlier request.',
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
