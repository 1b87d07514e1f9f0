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
        'Makes retries safe for 48 hours. The same key with the same body returns the first response. With another body or operation, the response is 422. A key applies to one user, or to your account if the operation has no user. Use a UUID, for example.',
      schema: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[\\x21-\\x7e][\\x20-\\x7e]*[\\x21-\\x7e]$' },
    },
    RequestId: {
      name: 'x-request-id',
      in: 'header',
      description:
        'Your id of this request: 1 to 128 visible ASCII characters. The response contains the same id. We replace an invalid id.',
      schema: { type: 'string', maxLength: MAX_HEADERS },
      example: EXAMPLE_REQUEST_ID,
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `etag` of the response that you stored.',
      schema: { type: 'string', maxLength: MAX_IF_NONE_MATCH },
    },
    WebhookId: webhookHeader('webhook-id', 'Id of the notification, the same in every attempt.'),
    WebhookTimestamp: webhookHeader('webhook-timestamp', 'Time of this attempt, in epoch seconds.'),
    WebhookSignature: webhookHeader(
      'webhook-signature',
      'One or more `v1,<base64>`, separated by spaces. `<base64>` is the HMAC-SHA256 of `webhook-id.webhook-timestamp.body`.',
    ),
  };
}

/** Builds the headers of responses. */
export function headers(): JsonObject {
  return {
    RequestId: {
      description: 'Id of this request: your id if you sent a valid id.',
      schema: { type: 'string', maxLength: 128 },
    },
    ApiVersion: {
      description:
        'API version of the request: the version in the same header of the request. Without this header: the current version.',
      schema: { type: 'string', format: 'date', maxLength: 10 },
      example: CURRENT_VERSION,
    },
    EntityTag: { description: 'Version tag of the content.', schema: { type: 'string', maxLength: 100 } },
    IdempotencyReplayed: {
      description: 'Present if this is the stored response to an earlier request.',
      schema: { type: 'string', const: 'true' },
    },
    RetryAfter: {
      description: 'Seconds to wait.',
      schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 86_400 },
    },
    RateLimit: {
      description:
        '`"partner";r=<remaining requests>;t=<seconds until the full burst>`. In a 429 response, `t` is the time until the next request. Absent without a rate limit, or if the API refuses the key.',
      schema: { type: 'string', maxLength: 100 },
    },
    RateLimitPolicy: {
      description: 'Your request rate: `"partner";q=<requests>;w=<seconds>`. Present together with `RateLimit`.',
      schema: { type: 'string', maxLength: 100 },
    },
  };
}
