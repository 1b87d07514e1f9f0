import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import type { appendChanges, Change } from '#shared/data/change-feed';
import type { deferChanges, StreamedWrite } from '#shared/data/feed-backlog';
import { paddedSequence } from '#shared/data/list-counts';
import { type Images, itemOfImage } from '#shared/data/stream-image';
import { logError } from '#shared/observability/log';
import { metric } from '#shared/observability/metric';

/** What the worker reads changes by, and where it puts them. */
export interface FeedDependencies {
  /** What a write means to the partner; throws where it cannot be read. */
  readonly changeOf: (images: Images) => Change | undefined;
  readonly append: typeof appendChanges;
  readonly defer: typeof deferChanges;
}

interface Streamed extends StreamedWrite {
  readonly partnerId: string;
  readonly sequenceNumber: string;
  /** Undefined where partners see nothing of the write; `unreadable` where that cannot be told. */
  readonly change: Change | 'unreadable' | undefined;
}

/**
 * Adds what changed to the feed of each partner. What cannot be added now joins that partner's backlog and holds up
 * nobody else. Only where the table does not even take that is the stream asked to begin again at the first
 * such record; what the other feeds have taken already is noted.
 */
export async function recordChanges(
  on: FeedDependencies,
  records: readonly DynamoDBRecord[],
  atMs: number,
): Promise<DynamoDBBatchResponse> {
  const writes = records
    .flatMap((record) => streamedOf(on, record))
    .filter(({ change }) => change !== undefined);
  const partnerIds = [...new Set(writes.map(({ partnerId }) => partnerId))];
  const failed = await Promise.all(
    partnerIds.map(async (partnerId) => {
      const own = writes.filter((write) => write.partnerId === partnerId);
      return (await recordOfPartner(on, partnerId, own, atMs)) ? [] : own;
    }),
  );
  const numbers = failed.flat().map(({ sequenceNumber }) => sequenceNumber);
  const [lowest] = numbers.toSorted((left, right) => (paddedSequence(left) < paddedSequence(right) ? -1 : 1));
  return { batchItemFailures: lowest === undefined ? [] : [{ itemIdentifier: lowest }] };
}

/** Returns whether all of them are in the feed or in its backlog. */
async function recordOfPartner(
  { append, defer }: FeedDependencies,
  partnerId: string,
  own: readonly Streamed[],
  atMs: number,
): Promise<boolean> {
  const { ready, behind } = separate(own);
  const appended = await append(partnerId, ready, atMs).catch((error: unknown) => {
    logError('A feed could not be written', error, { worker: 'projectChanges', count: ready.length });
    return 'blocked' as const;
  });
  const waiting = appended === 'blocked' ? own : behind;
  if (waiting.length === 0) return true;
  metric('changesDeferred', waiting.length);
  try {
    await defer(partnerId, waiting, atMs);
    return true;
  } catch (error) {
    logError('Changes could not be deferred', error, { worker: 'projectChanges', count: waiting.length });
    return false;
  }
}

type Readable = Streamed & { readonly change: Change };

/** What may go into the feed, and what may not: unreadable writes, and those that follow one in their partition. */
function separate(own: readonly Streamed[]): {
  readonly ready: readonly Readable[];
  readonly behind: readonly Streamed[];
} {
  const held = new Set(own.filter(({ change }) => change === 'unreadable').map(({ partition }) => partition));
  const first = new Map<string, string>();
  for (const { partition, change, seq } of own)
    if (change === 'unreadable' && !first.has(partition)) first.set(partition, seq);
  const isReady = (write: Streamed): write is Readable =>
    write.change !== undefined &&
    write.change !== 'unreadable' &&
    !(held.has(write.partition) && write.seq > (first.get(write.partition) ?? ''));
  return { ready: own.filter(isReady), behind: own.filter((write) => !isReady(write)) };
}

function streamedOf(on: FeedDependencies, { eventName, dynamodb }: DynamoDBRecord): Streamed[] {
  const sequenceNumber = dynamodb?.SequenceNumber;
  if (sequenceNumber === undefined || dynamodb?.NewImage === undefined) return [];
  if (eventName !== 'INSERT' && eventName !== 'MODIFY') return [];
  const after = itemOfImage(dynamodb.NewImage);
  const { PK: partition, partnerId } = after;
  if (typeof partition !== 'string' || typeof partnerId !== 'string') return [];
  const before = dynamodb.OldImage === undefined ? undefined : itemOfImage(dynamodb.OldImage);
  const images = { before, after, atMs: (dynamodb.ApproximateCreationDateTime ?? 0) * 1000 };
  const seq = paddedSequence(sequenceNumber);
  return [{ images, partition, partnerId, sequenceNumber, seq, change: readChange(on, images) }];
}

function readChange({ changeOf }: FeedDependencies, images: StreamedWrite['images']): Streamed['change'] {
  try {
    return changeOf(images);
  } catch (error) {
    logError('A change could not be read', error, { worker: 'projectChanges' });
    return 'unreadable';
  }
}
