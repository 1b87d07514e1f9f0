import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { readPartition } from '#shared/dynamodb/stream-item';
import { repeatFromLowest } from '#shared/dynamodb/stream-position';
import { type storeAuditCopy, toAuditCopy } from '#shared/partners/audit/copies/repository';
import { logError, metric } from '#shared/platform/observability/log';

/** Returns true if operators created the record: an audit record or an approval. */
export function isAudit(record: DynamoDBRecord): boolean {
  return /^(AUDIT|APPROVAL)#/.test(readPartition(record) ?? '');
}

/**
 * Returns true if a record must be copied: an audit record, an approval, or a change of a journal entry (a booked movement of
 * money). Journal entries must never change.
 */
function isCopied(record: DynamoDBRecord): boolean {
  return isAudit(record) || (readPartition(record)?.startsWith('JOURNAL#') === true && record.eventName !== 'INSERT');
}

/**
 * Copies the records that `isCopied` selects to storage that operators cannot write to (docs/adr/026).
 * @param store stores a copy only once; returns false if the copy already exists
 */
export async function copyAudit(
  store: typeof storeAuditCopy,
  records: readonly DynamoDBRecord[],
  nowMs: number,
): Promise<DynamoDBBatchResponse> {
  const failed = await Promise.all(
    records.filter(isCopied).map(async (record) => {
      const copy = toAuditCopy(record, nowMs);
      if (copy === undefined) return [];
      try {
        const isNew = await store(copy);
        // Only an approval is written twice: at its creation and its decision. A second write of any other kind of record is an
        // error.
        if (isNew && copy.change !== 'INSERT' && readPartition(record)?.startsWith('APPROVAL#') !== true) {
          metric('auditChanged', 1);
          logError('What is never changed was changed', new Error(copy.change), { worker: 'projectChanges' });
        }
        return [];
      } catch (error) {
        logError('An audit record could not be copied', error, { worker: 'projectChanges' });
        return [record.dynamodb?.SequenceNumber ?? ''];
      }
    }),
  );
  return repeatFromLowest(failed.flat());
}
