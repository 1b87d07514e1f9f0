import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import type { appendChanges, Change } from '#shared/changes/repository';
import type { deferChanges } from '#shared/changes/stream/repository';
import { decodeItemWrite, type ItemImages, type ItemWrite } from '#shared/dynamodb/stream-item';
import { repeatFromLowest } from '#shared/dynamodb/stream-position';
import { logError, metric } from '#shared/platform/observability/log';

/** Functions that read a change from a write, and store it in a feed or a backlog. */
export interface FeedDependencies {
  /** Returns the change that a partner sees; throws if the write cannot be read. */
  readonly toChange: (images: ItemImages) => Change | undefined;
  readonly append: typeof appendChanges;
  readonly defer: typeof deferChanges;
}

interface DecodedWrite extends ItemWrite {
  /** `undefined` if partners see no change; `unreadable` if the write cannot be read. */
  readonly change: Change | 'unreadable' | undefined;
}

/**
 * Adds the changes to the partners' feeds or backlogs (docs/adr/006). If the table refuses a backlog, the stream repeats from the
 * first refused record. The other feeds skip changes that they already contain.
 */
export async function recordChanges(
  deps: FeedDependencies,
  records: readonly DynamoDBRecord[],
  atMs: number,
): Promise<DynamoDBBatchResponse> {
  const writes = records.flatMap((record) => decodeWrite(deps, record)).filter(({ change }) => change !== undefined);
  const partnerIds = [...new Set(writes.map(({ partnerId }) => partnerId))];
  const failed = await Promise.all(
    partnerIds.map(async (partnerId) => {
      const own = writes.filter((write) => write.partnerId === partnerId);
      return (await recordPartnerChanges(deps, partnerId, own, atMs)) ? [] : own;
    }),
  );
  return repeatFromLowest(failed.flat().map(({ sequenceNumber }) => sequenceNumber));
}

/** Adds a partner's changes to the feed or, if that is not possible, to the backlog. Returns true if every change is stored. */
async function recordPartnerChanges(
  { append, defer }: FeedDependencies,
  partnerId: string,
  own: readonly DecodedWrite[],
  atMs: number,
): Promise<boolean> {
  const { ready, deferred } = splitReady(own);
  const appended = await append(partnerId, ready, atMs).catch((error: unknown) => {
    logError('A feed could not be written', error, { worker: 'projectChanges', count: ready.length });
    return 'backlogged' as const;
  });
  const waiting = appended === 'backlogged' ? own : deferred;
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

/** Separates writes for the feed from unreadable writes and from later writes in the partition of an unreadable write. */
function splitReady(own: readonly DecodedWrite[]) {
  const held = new Set<string>();
  const ready: (DecodedWrite & { readonly change: Change })[] = [];
  const deferred: DecodedWrite[] = [];
  for (const write of own) {
    const { partition, change } = write;
    if (change === 'unreadable') held.add(partition);
    if (change === undefined || change === 'unreadable' || held.has(partition)) deferred.push(write);
    else ready.push({ ...write, change });
  }
  return { ready, deferred };
}

function decodeWrite({ toChange }: FeedDependencies, record: DynamoDBRecord): DecodedWrite[] {
  const write = decodeItemWrite(record);
  if (write === undefined) return [];
  try {
    return [{ ...write, change: toChange(write.images) }];
  } catch (error) {
    logError('A change could not be read', error, { worker: 'projectChanges' });
    return [{ ...write, change: 'unreadable' }];
  }
}
