/** Components of the OpenAPI document for errors. */
import { errorCatalogue, gatewayErrors } from '#docs/errors';
import { reasonCatalogue } from '#docs/reasons';
import { type JsonObject, reference } from './json-schema';

/** Schema of every error. */
export const errorSchema: JsonObject = {
  description: 'Every error. Handle errors by `code`, and also by `reason` if present. `message` is for people.',
  type: 'object',
  properties: {
    success: { type: 'boolean', description: 'False.' },
    code: { description: 'Error code. Handle errors by this code.', ...reference('ErrorCode') },
    reason: {
      description: 'The cause of the error. Present if the `code` has several causes.',
      ...reference('ErrorReason'),
    },
    message: { description: 'A text for people. The wording can change.', type: 'string', maxLength: 4096 },
    errors: {
      description: 'Invalid fields, by dotted path.',
      type: 'array',
      maxItems: 1000,
      items: {
        type: 'object',
        properties: {
          field: {
            description: 'Dotted path of the field, for example `address.zipCode`.',
            type: 'string',
            maxLength: 4096,
          },
          message: { description: 'The error of the field.', type: 'string', maxLength: 4096 },
          limit: {
            description: 'With `LIMIT_EXCEEDED`: name of the exceeded limit, for example `USER_DAY`.',
            type: 'string',
            maxLength: 100,
          },
        },
        required: ['field', 'message'],
      },
    },
    details: {
      description:
        'Ids of existing records that conflict with the request, for example `userId` of the user who has this e-mail address. With `INSUFFICIENT_SCOPE`: the missing `scope` of the key.',
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 100 },
    },
    requestId: {
      description: 'Id of this request, as in `x-request-id`. Include the id when you contact us.',
      type: 'string',
      maxLength: 128,
    },
    docUrl: {
      description: 'URL of the code in the developer pages.',
      type: 'string',
      format: 'uri',
      maxLength: 2048,
    },
  },
  required: ['success', 'code', 'message'],
};

/** Error codes of the service and of API Gateway. */
export const errorCodeSchema: JsonObject = {
  description: 'Error code. Handle errors by this code.',
  type: 'string',
  enum: [...errorCatalogue().map(({ code }) => code), ...gatewayErrors.map(({ code }) => code)],
};

/** Reasons of codes with several causes. */
export const errorReasonSchema: JsonObject = {
  description: 'The cause of an error whose `code` has several causes. New API versions can add reasons.',
  type: 'string',
  enum: [...new Set(reasonCatalogue().map(({ reason }) => reason))].sort(),
};
