import { idempotencyKeyReused } from '#shared/api/problems';
import { type IdempotencyRecord, type IdempotencyScope, matchRecord, type ReplayableResponse } from './repository';

/**
 * The stored answer that a record holds for this request, if it holds one.
 * @throws Problem when the key was used for another request.
 */
export function findReplay(
  scope: IdempotencyScope | undefined,
  record: IdempotencyRecord | undefined,
  atMs: number,
): ReplayableResponse | undefined {
  const found = scope === undefined ? undefined : matchRecord(record, scope, atMs);
  if (found === 'reused') {
    throw idempotencyKeyReused();
  }
  return found;
}
