/** Components of the OpenAPI document for errors. */
import { errorCatalogue, gatewayErrors } from '#docs/errors';
import { reasonCatalogue } from '#docs/reasons';
import { type JsonObject, reference } from './json-schema';

/** Schema of every error. */
export const errorSchema: JsonObject = {
  description: 'Every error. Decide by `code` and, where it has several causes, by `reason`; `message` is for people.',
  type: 'object',
  properties: {
    success: { type: 'boolean', description: 'False.' },
    code: { description: 'What went wrong, to decide by.', ...reference('ErrorCode') },
    reason: {
      description: 'The cause of the error. Present if the `code` has several causes.',
      ...reference('ErrorReason'),
    },
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
          limit: {
            description: 'The limit over time that it passes, such as `USER_DAY`, with `LIMIT_EXCEEDED`.',
            type: 'string',
            maxLength: 100,
          },
        },
        required: ['field', 'message'],
      },
    },
    details: {
      description:
        'Ids of what is on record and in the way, by their names in the API, such as `userId` of the user who has the address. With `INSUFFICIENT_SCOPE` the `scope` that the key lacks.',
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 100 },
    },
    requestId: {
      description: 'Id of this request, as in `x-request-id`. Quote it when you ask about the request.',
      type: 'string',
      maxLength: 128,
    },
    docUrl: {
      description: 'Address of the code on the developer pages.',
      type: 'string',
      format: 'uri',
      maxLength: 2048,
    },
  },
  required: ['success', 'code', 'message'],
};

/** Error codes of the service and of API Gateway. */
export const errorCodeSchema: JsonObject = {
  description: 'What went wrong, to decide by.',
  type: 'string',
  enum: [...errorCatalogue().map(({ code }) => code), ...gatewayErrors.map(({ code }) => code)],
};

/** Reasons of codes with several causes. */
export const errorReasonSchema: JsonObject = {
  description: 'The cause of an error whose `code` has several causes. Versions of the API may add reasons.',
  type: 'string',
  enum: [...new Set(reasonCatalogue().map(({ reason }) => reason))].sort(),
};
