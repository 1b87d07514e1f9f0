/** The error responses of operations. Each example is one that the operation itself can answer. */
import { errorNotes } from '#scripts/docs/errors';
import type { EndpointRow } from '#shared/api/endpoints';
import { type ErrorCode, errorDocUrl, type Problem, statusFor } from '#shared/api/problems';
import { VERSION_HEADER } from '#shared/api/versions';
import type { EndpointDocs } from '#shared/http/docs';
import { LOCAL_SERVER } from '#shared/http/served-document';
import { errorCodesFor } from './error-codes';
import { EXAMPLE_REQUEST_ID } from './header-components';
import { refusedInput } from './input-examples';
import { type JsonObject, reference } from './json-schema';

/** Headers with the rest of the partner's request rate; on answers that count against it. */
export const rateLimitHeaders = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

/** Headers of every answer. */
export const commonHeaders = {
  'x-request-id': { $ref: '#/components/headers/RequestId' },
  [VERSION_HEADER]: { $ref: '#/components/headers/ApiVersion' },
};

/** Codes whose texts differ from operation to operation: docs.ts has a refusal for each that its contract names. */
const ofOperation: ReadonlySet<ErrorCode> = new Set([
  'BAD_REQUEST',
  'NOT_FOUND',
  'INVALID_FIAT_AMOUNT_ERROR',
  'INVALID_TOKEN_AMOUNT_ERROR',
]);

/** Answers that say the same for every operation. */
const shared: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'Unauthorized',
  ADDRESS_NOT_ALLOWED: 'Forbidden',
  CLIENT_CERTIFICATE_REQUIRED: 'Forbidden',
  INVALID_PARTNER_FLOW: 'Forbidden',
  PAYLOAD_TOO_LARGE: 'PayloadTooLarge',
  UNSUPPORTED_MEDIA_TYPE: 'UnsupportedMediaType',
  TOO_MANY_REQUESTS: 'TooManyRequests',
  INTERNAL_SERVER_ERROR: 'InternalServerError',
  SERVICE_UNAVAILABLE: 'ServiceUnavailable',
  IDEMPOTENCY_KEY_REUSED: 'IdempotencyKeyReused',
};

/**
 * Builds the error responses of an operation by status.
 * @throws Error for a refusal whose code the operation does not answer, and for a code that needs one and has none
 */
export function errorResponses(row: EndpointRow, docs: EndpointDocs): Record<string, JsonObject> {
  const { contract, refusals = [] } = docs;
  const codes = errorCodesFor(row, contract);
  for (const { code } of refusals)
    if (!codes.has(code)) throw new Error(`${row.id}: a refusal with ${code}, which its contract does not have`);
  const byStatus = new Map<string, [ErrorCode, ...ErrorCode[]]>();
  for (const code of codes) {
    const status = String(statusFor(code));
    const known = byStatus.get(status);
    if (known === undefined) byStatus.set(status, [code]);
    else known.push(code);
  }
  const responses = [...byStatus].map(([status, own]): [string, JsonObject] => {
    const name = shared[own[0]];
    const isShared = own.every((code) => shared[code] === name && !contract.errors.includes(code));
    if (isShared && name !== undefined) return [status, { $ref: `#/components/responses/${name}` }];
    return [status, errorResponse(own.map((code) => [code, exampleOf(code, row, docs)]))];
  });
  return Object.fromEntries([...responses, ['504', { $ref: '#/components/responses/GatewayTimeout' }]]);
}

function exampleOf(code: ErrorCode, row: EndpointRow, docs: EndpointDocs): Problem {
  const own = docs.refusals?.find((refusal) => refusal.code === code);
  if (own !== undefined) return own;
  if (code === 'INVALID_USER_INPUT_ERROR') return refusedInput(row, docs);
  if (ofOperation.has(code)) throw new Error(`${row.id}: docs.ts has no refusal with ${code}`);
  return errorNotes[code].example;
}

/** Builds an error response with the examples that codes have in general. */
export function generalErrorResponse(...codes: readonly ErrorCode[]): JsonObject {
  return errorResponse(codes.map((code) => [code, errorNotes[code].example]));
}

/** Adds `Retry-After` where an example names a time to wait. */
function retryHeader(examples: readonly (readonly [code: ErrorCode, example: Problem])[]): JsonObject {
  const waits = examples.some(([, { details }]) => details.headers?.['retry-after'] !== undefined);
  return waits ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {};
}

/** Builds an error response with an example per code. */
function errorResponse(examples: readonly (readonly [code: ErrorCode, example: Problem])[]): JsonObject {
  return {
    description: examples.map(([code]) => `\`${code}\`: ${errorNotes[code].meaning}`).join('\n\n'),
    headers: { ...commonHeaders, ...rateLimitHeaders, ...retryHeader(examples) },
    content: {
      'application/json': {
        schema: reference('Error'),
        examples: Object.fromEntries(examples.map(([code, example]) => [code, { value: errorBody(example) }])),
      },
    },
  };
}

/** Shows the body of a refusal, as the answer to the request that the documentation names in its examples. */
export function errorBody(
  refusal: Pick<Problem, 'message'> & Partial<Pick<Problem, 'reason' | 'details'>> & { readonly code: string },
): JsonObject {
  const { code, reason, message, details: { errors = [], ids } = {} } = refusal;
  return {
    ...{ success: false, code, ...(reason && { reason }), message },
    ...(errors.length > 0 && { errors }),
    ...(ids && { details: ids }),
    ...{ requestId: EXAMPLE_REQUEST_ID, docUrl: errorDocUrl(LOCAL_SERVER, code) },
  };
}
