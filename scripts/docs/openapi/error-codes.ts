/** The error codes that an operation can answer. */
import type { EndpointRow } from '#shared/api/endpoints';
import type { ErrorCode } from '#shared/api/problems';
import type { Contract } from '#shared/http/contract';

/** Codes that any operation with a key can answer. */
const everywhere: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'INVALID_PARTNER_FLOW',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
];
/** Codes that any operation with a body can answer. */
const withBody: readonly ErrorCode[] = ['INVALID_USER_INPUT_ERROR', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** Codes that any operation with an idempotency key can answer. */
const withIdempotencyKey: readonly ErrorCode[] = ['INVALID_USER_INPUT_ERROR', 'IDEMPOTENCY_KEY_REUSED'];

/** Codes that any operation with an entity tag can answer. */
const withEntityTag: readonly ErrorCode[] = ['INVALID_USER_INPUT_ERROR'];

/** Returns the codes of an operation, those of its contract first. */
export function errorCodesFor({ idempotent }: EndpointRow, { body, errors, tagged }: Contract): ReadonlySet<ErrorCode> {
  return new Set([
    ...errors,
    ...everywhere,
    ...(body === undefined ? [] : withBody),
    ...(idempotent ? withIdempotencyKey : []),
    ...(tagged === true ? withEntityTag : []),
  ]);
}
