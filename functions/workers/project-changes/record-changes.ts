import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import type { appendChanges, StreamedChange } from '#shared/data/change-feed';
import { paddedSequence } from '#shared/data/list-counts';
import { itemOfImage } from '#shared/data/stream-image';
import { logError } from '#shared/observability/log';
import { changeOf } from './change-of';

/** The store of the feed, as this worker uses it. */
export type AppendChanges = typeof appendChanges;

interface Streamed extends StreamedChange {
  readonly partnerId: string;
  readonly sequenceNumber: string;
}

/**
 * Adds what changed to the feed of each partner. When one partner's cannot be added, the stream is asked for
 * everything from its first record on; what the other feeds have taken already they know.
 */
export async function recordChanges(
  append: AppendChanges,
  records: readonly DynamoDBRecord[],
  atMs: number,
): Promise<DynamoDBBatchResponse> {
  const changes: Streamed[] = [];
  const failed: string[] = [];
  for (const record of records) {
    try {
      changes.push(...changesOf(record));
    } catch (error) {
      logError('A change could not be read', error, { worker: 'projectChanges' });
      failed.push(record.dynamodb?.SequenceNumber ?? '');
      // What follows of the same item has to wait for it.
      break;
    }
  }
  await Promise.all(
    [...new Set(changes.map(({ partnerId }) => partnerId))].map(async (partnerId) => {
      const own = changes.filter((change) => change.partnerId === partnerId);
      try {
        await append(partnerId, own, atMs);
      } catch (error) {
        logError('A feed could not be written', error, { worker: 'projectChanges', count: own.length });
        failed.push(...own.map(({ sequenceNumber }) => sequenceNumber));
      }
    }),
  );
  const [lowest] = failed.toSorted((left, right) => (paddedSequence(left) < paddedSequence(right) ? -1 : 1));
  return { batchItemFailures: lowest === undefined ? [] : [{ itemIdentifier: lowest }] };
}

function changesOf({ eventName, dynamodb }: DynamoDBRecord): Streamed[] {
  const sequenceNumber = dynamodb?.SequenceNumber;
  if (sequenceNumber === undefined || dynamodb?.NewImage === undefined) return [];
  if (eventName !== 'INSERT' && eventName !== 'MODIFY') return [];
  const after = itemOfImage(dynamodb.NewImage);
  const partition = after.PK;
  const { partnerId } = after;
  if (typeof partition !== 'string' || typeof partnerId !== 'string') return [];
  const before = dynamodb.OldImage === undefined ? undefined : itemOfImage(dynamodb.OldImage);
  const writtenS = dynamodb.ApproximateCreationDateTime ?? 0;
  const change = changeOf({ before, after, atMs: writtenS * 1000 });
  if (change === undefined) return [];
  return [{ change, partition, partnerId, sequenceNumber, seq: paddedSequence(sequenceNumber) }];
}
