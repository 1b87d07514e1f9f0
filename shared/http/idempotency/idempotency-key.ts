import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { invalidInput } from '#shared/api/problems';
import { type GatewayEvent, headerValues } from '#shared/http/gateway-event';

export interface IdempotencyKey {
  readonly key: string;
  /** Hash of the operation, path, query and body. The body is canonical JSON (RFC 8785): spaces and field order do not matter. */
  readonly fingerprint: string;
}

const PATTERN = /^[\x20-\x7e]{16,128}$/;

export const invalidIdempotencyKey = () =>
  invalidInput([{ field: 'Idempotency-Key', message: 'Must be 16 to 128 printable ASCII characters, sent once' }]);

/**
 * Returns the idempotency key; `undefined` without the header. The key has 16 to 128 printable ASCII characters.
 * @throws Problem if the header is invalid or repeated
 */
export function readIdempotencyKey(
  contract: { readonly id: string; readonly idempotent?: boolean },
  event: GatewayEvent,
  request: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
): IdempotencyKey | undefined {
  if (contract.idempotent !== true) return undefined;
  const [key, second] = headerValues(event, 'idempotency-key');
  if (key === undefined) return undefined;
  if (second !== undefined || !PATTERN.test(key) || key.trim() !== key) {
    throw invalidIdempotencyKey();
  }
  return {
    key,
    fingerprint: createHash('sha256')
      .update(`${contract.id}\n${canonicalText([request.params, request.query])}\n${canonicalText(request.body)}`)
      .digest('hex'),
  };
}

/**
 * Returns canonical JSON. Uses plain JSON for a value that canonical JSON cannot represent. An example is the number 1e999 in an
 * ignored field, which JavaScript parses as Infinity.
 */
function canonicalText(value: unknown): string {
  try {
    return canonicalize(value) ?? '';
  } catch {
    return JSON.stringify(value);
  }
}
