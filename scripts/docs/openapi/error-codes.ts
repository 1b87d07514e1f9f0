/** The error codes that an operation can answer. */
import * as z from 'zod/mini';
import type { EndpointRow } from '#shared/api/endpoints';
import { uuid } from '#shared/api/fields';
import type { ErrorCode } from '#shared/api/problems';
import type { Contract } from '#shared/http/contract';

/** Codes that any operation with a key can answer. */
const everywhere: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'CLIENT_CERTIFICATE_REQUIRED',
  'ADDRESS_NOT_ALLOWED',
  'INVALID_PARTNER_FLOW',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
];
/** Codes that any operation that checks its input can answer, first of all. */
const withInput: readonly ErrorCode[] = ['INVALID_USER_INPUT_ERROR'];

/** Codes that any operation with a body can answer. */
const withBody: readonly ErrorCode[] = ['INVALID_USER_INPUT_ERROR', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** Codes that any operation without a body can answer if its method takes one. */
const withUnreadBody: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** Codes that any operation with an idempotency key can answer. */
const withIdempotencyKey: readonly ErrorCode[] = ['INVALID_USER_INPUT_ERROR', 'IDEMPOTENCY_KEY_REUSED'];

/** Codes that any operation with an entity tag can answer. */
const withEntityTag: readonly ErrorCode[] = ['INVALID_USER_INPUT_ERROR'];

/** Returns the codes of an operation, those of its contract first. */
export function errorCodesFor({ idempotent, method }: EndpointRow, contract: Contract): ReadonlySet<ErrorCode> {
  const { body, errors, tagged } = contract;
  return new Set([
    ...(checksInput(contract) && !errors.includes('INVALID_USER_INPUT_ERROR') ? withInput : []),
    ...errors,
    ...everywhere,
    ...(body === undefined ? [] : withBody),
    ...(['POST', 'PUT', 'PATCH'].includes(method) ? withUnreadBody : []),
    ...(idempotent ? withIdempotencyKey : []),
    ...(tagged === true ? withEntityTag : []),
  ]);
}

/** Tells whether an operation refuses some query, body or path; a path does whose ids have a form of their own. */
function checksInput({ params, query, body }: Contract): boolean {
  const hasUuid = params instanceof z.ZodMiniObject && Object.values(params.shape).includes(uuid);
  return hasUuid || query !== undefined || body !== undefined;
}
