import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { isListRow, readPartition } from '#shared/changes/stream/item';
import { applyRowChanges, type CountStore, type RowChange } from '#shared/dynamodb/lists/stored-counts';
import { repeatFromLowest, streamPosition } from '#shared/dynamodb/stream-position';
import { logError } from '#shared/platform/observability/log';

interface CountedRow extends RowChange {
  readonly partition: string;
  readonly sequenceNumber: string;
}

/**
 * Counts added and removed list rows. When a list cannot be counted, the stream repeats from its first record; the
 * other lists skip what they have counted already.
 */
export async function countLists(
  store: CountStore,
  records: readonly DynamoDBRecord[],
): Promise<DynamoDBBatchResponse> {
  const rows = records.flatMap(toCountedRows);
  const partitions = [...new Set(rows.map(({ partition }) => partition))];
  const failed = await Promise.all(
    partitions.map(async (partition) => {
      const own = rows.filter((row) => row.partition === partition);
      try {
        await applyRowChanges(store, partition, own);
        return [];
      } catch (error) {
        logError('A list could not be counted', error, { worker: 'projectChanges', count: own.length });
        return own;
      }
    }),
  );
  return repeatFromLowest(failed.flat().map(({ sequenceNumber }) => sequenceNumber));
}

/** A mapping cannot filter by the kind of a change: only rows of lists that come or go count. */
function toCountedRows(record: DynamoDBRecord): CountedRow[] {
  const partition = readPartition(record);
  const { eventName, dynamodb, eventSourceARN } = record;
  const sequenceNumber = dynamodb?.SequenceNumber;
  if (partition === undefined || sequenceNumber === undefined || !isListRow(record)) return [];
  if (eventName !== 'INSERT' && eventName !== 'REMOVE') return [];
  const seq = streamPosition(eventSourceARN, sequenceNumber);
  return [{ partition, sequenceNumber, seq, delta: eventName === 'INSERT' ? 1 : -1 }];
}
