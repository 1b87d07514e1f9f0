import { Problem } from '#shared/api/problems';
import { type IdempotencyScope, readRecord, type StoredAnswer } from '#shared/data/idempotency';
import type { RawItem } from '#shared/data/table';

/**
 * The stored answer that a record holds for this request, if it holds one.
 * @throws Problem when the key was used for another request.
 */
export function replayOf(
  scope: IdempotencyScope | undefined,
  record: RawItem | undefined,
  atMs: number,
): StoredAnswer | undefined {
  const found = scope === undefined ? undefined : readRecord(record, scope, atMs);
  if (found === 'reused') {
    throw new Problem('IDEMPOTENCY_KEY_REUSED', 'The idempotency key was used for a different request');
  }
  return found;
}
