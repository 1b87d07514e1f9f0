/** Error responses of operations. Each example is an error that the operation can return. */

import * as z from 'zod/mini';
import { errorNotes, gatewayErrors } from '#docs/errors';
import { uuid } from '#shared/api/fields';
import { type ErrorCode, errorDocUrl, invalidInput, Problem, statusFor } from '#shared/api/problems';
import { VERSION_HEADER } from '#shared/api/versions';
import type { Contract } from '#shared/contract/define-contract';
import type { EndpointDocs } from '#shared/contract/define-docs';
import type { EndpointRow } from '#shared/contract/endpoints';
import { invalidIfNoneMatch } from '#shared/http/entity-tag';
import { invalidIdempotencyKey } from '#shared/http/idempotency/idempotency-key';
import { LOCAL_SERVER } from '#shared/http/served-document';
import { parseInput, parseQuery } from '#shared/http/validation';
import { EXAMPLE_REQUEST_ID } from './header-components';
import { inlineSchema, isObject, type JsonObject, readProperties, reference } from './json-schema';

// Examples of invalid requests with the real errors of the service.

/** A text that most fields reject, and a number that all text fields reject. */
const MALFORMED_TEXT = '?';
const NO_TEXT = 0;
/** A query parameter that no list supports. */
const UNKNOWN = 'page';

/**
 * Returns the error for one invalid value in the example request, in the first part that the operation validates.
 * @throws Error if the operation accepts everything
 */
function refusedInput(row: EndpointRow, { contract, example }: EndpointDocs): Problem {
  const refusal =
    refusedField(contract.body, example.body, [MALFORMED_TEXT, NO_TEXT]) ??
    refusedField(contract.query, example.query, [MALFORMED_TEXT]) ??
    refusedName(contract.query) ??
    refusedField(contract.params, example.path, [MALFORMED_TEXT]) ??
    (row.idempotent ? invalidIdempotencyKey() : undefined) ??
    (contract.tagged === true ? invalidIfNoneMatch() : undefined);
  if (refusal === undefined) throw new Error(`${row.id}: no input of it is refused`);
  return refusal;
}

function refusedField(
  schema: z.ZodMiniType | undefined,
  example: unknown,
  malformed: readonly unknown[],
): Problem | undefined {
  if (schema === undefined) return undefined;
  const given = isObject(example) ? example : {};
  const fields = [...new Set([...Object.keys(given), ...Object.keys(readProperties(inlineSchema(schema)))])];
  for (const value of malformed)
    for (const field of fields) {
      const refusal = refusalOf(() => parseInput(schema, { ...given, [field]: value }));
      const [error, second] = refusal?.details.errors ?? [];
      if (error?.field === field && second === undefined && error.message !== 'Is not valid') return refusal;
    }
  return undefined;
}

/** Returns the error for an unknown query parameter. Only list operations reject unknown parameters. */
function refusedName(schema: z.ZodMiniType | undefined): Problem | undefined {
  if (schema === undefined) return undefined;
  return refusalOf(() =>
    parseQuery(schema, { queryStringParameters: { [UNKNOWN]: '1' }, multiValueQueryStringParameters: null }),
  );
}

function refusalOf(parse: () => unknown): Problem | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return invalidInput(error.details.errors ?? []);
    throw error;
  }
}

// Error codes of an operation.

/** Codes of every operation with an API key. */
const everywhere: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'CLIENT_CERTIFICATE_REQUIRED',
  'ADDRESS_NOT_ALLOWED',
  'INVALID_PARTNER_FLOW',
  'INSUFFICIENT_SCOPE',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
];
/** Codes of every operation whose method allows a body, even if the operation ignores the body. */
const ofBodies: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** Codes of operations that validate input, and of operations with an idempotency key. */
const ofInput: readonly ErrorCode[] = ['INVALID_USER_INPUT_ERROR'];
const ofKeys: readonly ErrorCode[] = ['INVALID_USER_INPUT_ERROR', 'IDEMPOTENCY_KEY_REUSED'];

/**
 * Returns the error codes of an operation: those in its contract, those of every operation, and those of its inputs and method.
 */
export function errorCodesFor({ idempotent, method }: EndpointRow, contract: Contract): ReadonlySet<ErrorCode> {
  const { body, errors, tagged } = contract;
  return new Set([
    ...(checksInput(contract) && !errors.includes('INVALID_USER_INPUT_ERROR') ? ofInput : []),
    ...errors,
    ...everywhere,
    ...(body === undefined ? [] : [...ofInput, ...ofBodies]),
    ...(['POST', 'PUT', 'PATCH'].includes(method) ? ofBodies : []),
    ...(idempotent ? ofKeys : []),
    ...(tagged === true ? ofInput : []),
  ]);
}

/** Returns true if an operation can reject its query, its body or a UUID in its path. */
function checksInput({ params, query, body }: Contract): boolean {
  const hasUuid = params instanceof z.ZodMiniObject && Object.values(params.shape).includes(uuid);
  return hasUuid || query !== undefined || body !== undefined;
}

/** Rate limit headers, in responses to requests that count towards the request rate. */
export const rateLimitHeaders = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

/** Headers of every response. */
export const commonHeaders = {
  'x-request-id': { $ref: '#/components/headers/RequestId' },
  [VERSION_HEADER]: { $ref: '#/components/headers/ApiVersion' },
};

/** Codes with different messages in different operations. The docs.ts of an operation with such a code contains an example. */
const ofOperation: ReadonlySet<ErrorCode> = new Set([
  'BAD_REQUEST',
  'NOT_FOUND',
  'INVALID_FIAT_AMOUNT_ERROR',
  'INVALID_TOKEN_AMOUNT_ERROR',
]);

/** Error responses that are equal for every operation: component names with their codes. */
const shared: Readonly<Record<string, readonly ErrorCode[]>> = {
  Unauthorized: ['UNAUTHORIZED'],
  PayloadTooLarge: ['PAYLOAD_TOO_LARGE'],
  UnsupportedMediaType: ['UNSUPPORTED_MEDIA_TYPE'],
  TooManyRequests: ['TOO_MANY_REQUESTS'],
  Forbidden: ['CLIENT_CERTIFICATE_REQUIRED', 'ADDRESS_NOT_ALLOWED', 'INVALID_PARTNER_FLOW', 'INSUFFICIENT_SCOPE'],
  InternalServerError: ['INTERNAL_SERVER_ERROR'],
  ServiceUnavailable: ['SERVICE_UNAVAILABLE'],
  IdempotencyKeyReused: ['IDEMPOTENCY_KEY_REUSED'],
};

/** Builds the shared error responses. */
export function responses(): JsonObject {
  const [, timeout] = gatewayErrors;
  return {
    ...Object.fromEntries(
      Object.entries(shared).map(([name, codes]) => [
        name,
        errorResponse(codes.map((code) => [code, errorNotes[code][1]])),
      ]),
    ),
    GatewayTimeout: {
      description: `\`${timeout.code}\`: ${timeout.meaning}`,
      headers: commonHeaders,
      content: { 'application/json': { schema: reference('Error'), example: errorBody(timeout) } },
    },
  };
}

/**
 * Builds the error responses of an operation by status.
 * @throws Error if docs.ts contains an error that the operation cannot return, or lacks a required error
 */
export function errorResponses(row: EndpointRow, docs: EndpointDocs): Record<string, JsonObject> {
  const { contract, refusals = [] } = docs;
  const codes = errorCodesFor(row, contract);
  for (const { code } of refusals)
    if (!codes.has(code)) throw new Error(`${row.id}: a refusal with ${code}, which its contract does not have`);
  const byStatus = new Map<string, ErrorCode[]>();
  for (const code of codes) {
    const status = String(statusFor(code));
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const found = [...byStatus].map(([status, own]): [string, JsonObject] => {
    const isShared = ([, codes]: readonly [string, readonly ErrorCode[]]) =>
      own.every((code) => codes.includes(code) && !contract.errors.includes(code));
    const [name] = Object.entries(shared).find(isShared) ?? [];
    if (name !== undefined) return [status, { $ref: `#/components/responses/${name}` }];
    return [status, errorResponse(own.map((code) => [code, exampleOf(code, row, docs)]))];
  });
  return Object.fromEntries([...found, ['504', { $ref: '#/components/responses/GatewayTimeout' }]]);
}

function exampleOf(code: ErrorCode, row: EndpointRow, docs: EndpointDocs): Problem {
  const own = docs.refusals?.find((refusal) => refusal.code === code);
  if (own !== undefined) return own;
  if (code === 'INVALID_USER_INPUT_ERROR') return refusedInput(row, docs);
  if (ofOperation.has(code)) throw new Error(`${row.id}: docs.ts has no refusal with ${code}`);
  return errorNotes[code][1];
}

/** Adds `Retry-After` if an example contains a waiting time. */
function retryHeader(examples: readonly (readonly [code: ErrorCode, example: Problem])[]): JsonObject {
  const waits = examples.some(([, { details }]) => details.headers?.['retry-after'] !== undefined);
  return waits ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {};
}

/** Builds an error response with an example per code. */
function errorResponse(examples: readonly (readonly [code: ErrorCode, example: Problem])[]): JsonObject {
  return {
    description: examples.map(([code]) => `\`${code}\`: ${errorNotes[code][0]}`).join('\n\n'),
    headers: { ...commonHeaders, ...rateLimitHeaders, ...retryHeader(examples) },
    content: {
      'application/json': {
        schema: reference('Error'),
        examples: Object.fromEntries(examples.map(([code, example]) => [code, { value: errorBody(example) }])),
      },
    },
  };
}

/** Returns the body of an error, with the request id of the documentation's examples. */
export function errorBody(
  refusal: Pick<Problem, 'message'> & Partial<Pick<Problem, 'reason' | 'details'>> & { readonly code: string },
): JsonObject {
  const { code, reason, message, details: { errors = [], facts } = {} } = refusal;
  return {
    ...{ success: false, code, ...(reason && { reason }), message },
    ...(errors.length > 0 && { errors }),
    ...(facts && { details: facts }),
    ...{ requestId: EXAMPLE_REQUEST_ID, docUrl: errorDocUrl(LOCAL_SERVER, code) },
  };
}
