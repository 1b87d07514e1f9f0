/** Components of the OpenAPI document that describe refusals. */
import { errorCatalogue } from '#scripts/docs/errors';
import { generalErrorResponse, requestIdHeader } from './error-responses';
import { type JsonObject, reference } from './json-schema';

/** Schema of every refusal. */
export const errorSchema: JsonObject = {
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
export const errorCodeSchema: JsonObject = {
  description: 'What went wrong, to decide by.',
  type: 'string',
  enum: [...errorCatalogue().map(({ code }) => code), 'GATEWAY_TIMEOUT'],
};

/** Builds the refusals that operations share. */
export function responses(): JsonObject {
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
  };
}
