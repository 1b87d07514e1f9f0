/**
 * Backlog of a change feed: changes that could not be added to the feed, stored as item images in stream order (docs/adr/006).
 * One transaction adds a change to the backlog and updates the stored stream position. Another transaction removes the change
 * from the backlog and writes the feed page. The feed therefore contains each change once, even after crashes and repeats.
 */

import * as z from 'zod/mini';
import { type Change, pageWrites, readFresh, takePage } from '#shared/changes/repository';
import { equals, itemExists } from '#shared/dynamodb/expressions';
import {
  duePartition,
  FEED_BACKLOG_PREFIX,
  feedBacklogHeadKey,
  feedBacklogKey,
  feedBacklogPartition,
  feedHeadKey,
} from '#shared/dynamodb/keys';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import type { ItemImages, ItemWrite } from '#shared/dynamodb/stream-item';
import { readItem, readRange, type StoredRecord } from '#shared/dynamodb/table';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { deleteItem, putItem, updateItem } from '#shared/dynamodb/writes';

/**
 * Entity of a backlog's head item. A new head item, or a new due time from the redrive, makes `projectChanges` drain the backlog.
 */
export const FEED_BACKLOG = 'FEED_BACKLOG';

/** Time from the start of a backlog until the redrive can first start a drain, ms. */
const FIRST_REDRIVE_MS = 60_000;

/**
 * Changes per DynamoDB transaction, which accepts 4 MB. The backlog stores a change with both images as one item (at most 400
 * KB).
 */
const CHUNK_SIZE = 10;
const MAX_ATTEMPTS = 10;

/** A write to an item, decoded from its stream record. */
type StreamedWrite = Pick<ItemWrite, 'images' | 'partition' | 'seq'>;

/**
 * Adds writes to the end of a partner's backlog; skips writes that were already processed.
 * @throws Error if the table rejects the writes
 */
export async function deferChanges(partnerId: string, writes: readonly StreamedWrite[], atMs: number): Promise<void> {
  for (let from = 0; from < writes.length; from += CHUNK_SIZE)
    await deferChunk(partnerId, writes.slice(from, from + CHUNK_SIZE), atMs);
}

async function deferChunk(partnerId: string, writes: readonly StreamedWrite[], atMs: number): Promise<void> {
  const isDeferred = async (): Promise<true | undefined> => {
    const { fresh, checkpoints } = await readFresh(partnerId, writes, { atMs });
    const last = fresh.at(-1);
    if (last === undefined) return true;
    const isWritten = await writeIfConditionsHold([
      ...fresh.map((write) => deferredWritePut(partnerId, write)),
      ...checkpoints,
      advanceBacklogHead(partnerId, last, atMs),
    ]);
    return isWritten || undefined;
  };
  await retryOnConflict(isDeferred, { maxAttempts: MAX_ATTEMPTS, waits: false });
}

function deferredWritePut(partnerId: string, { images, partition, seq }: StreamedWrite): PendingWrite {
  return putItem({
    ...feedBacklogKey(partnerId, seq, partition),
    entity: 'FEED_WAITING',
    partition,
    seq,
    before: images.before,
    after: images.after,
    atMs: images.atMs,
  });
}

/** Every addition updates `newest`. A drain closes the backlog only if `newest` is unchanged, so it cannot lose a new change. */
function advanceBacklogHead(partnerId: string, { seq, partition }: StreamedWrite, atMs: number): PendingWrite {
  return updateItem(feedBacklogHeadKey(partnerId), {
    set: { entity: FEED_BACKLOG, partnerId, newest: `${seq}#${partition}` },
    setIfAbsent: { duePk: duePartition(partnerId), dueAt: atMs + FIRST_REDRIVE_MS },
  });
}

const deferredWrite = z.object({
  PK: z.string(),
  SK: z.string(),
  partition: z.string(),
  seq: z.string(),
  before: z.optional(z.record(z.string(), z.unknown())),
  after: z.record(z.string(), z.unknown()),
  atMs: z.number(),
});
type DeferredWrite = z.infer<typeof deferredWrite>;

/** Result of one drain of a backlog. */
export interface DrainResult {
  /** Number of changes that this drain removed from the backlog, including changes that partners do not see. */
  readonly appended: number;
  /** Number of changes that remain in the backlog, because they or an earlier change of the same partition cannot be read. */
  readonly unreadable: number;
  readonly isEmpty: boolean;
}

export interface DrainOptions {
  /** Converts a write to the change that the partner sees; throws if the item cannot be read. */
  readonly toChange: (images: ItemImages) => Change | undefined;
  readonly atMs: number;
  /** Returns true if time remains to read the backlog again. Otherwise, the drain ends and the next redrive continues it. */
  readonly hasTimeLeft: () => boolean;
}

/**
 * Drains a partner's backlog into the feed, oldest first. Only later changes of the same partition wait for an unreadable change.
 * @throws Error if the table rejects a write; changes that are already in the feed are no longer in the backlog
 */
export async function drainBacklog(partnerId: string, drain: DrainOptions): Promise<DrainResult> {
  let appended = 0;
  for (let lost = 0; drain.hasTimeLeft() && lost < MAX_ATTEMPTS; ) {
    const head = await readItem(feedBacklogHeadKey(partnerId));
    if (head === undefined) return { appended, unreadable: 0, isEmpty: true };
    const { ready, unreadable, isEmpty } = await readReady(partnerId, drain);
    if (isEmpty) {
      if (await closeBacklog(partnerId, head)) return { appended, unreadable: 0, isEmpty: true };
    } else if (ready.length === 0) {
      return { appended, unreadable, isEmpty: false };
    } else if (await moveIntoFeed(partnerId, ready, drain.atMs)) {
      appended += ready.length;
      continue;
    }
    lost += 1;
  }
  return { appended, unreadable: 0, isEmpty: false };
}

interface ReadyChange {
  readonly item: DeferredWrite;
  /** `undefined` if the write is not visible to partners. */
  readonly change: Change | undefined;
}

/** Reads the oldest changes, at most one page. Skips changes that wait for an earlier unreadable change of their partition. */
async function readReady(partnerId: string, { toChange, hasTimeLeft }: DrainOptions) {
  const waiting = new Set<string>();
  const ready: ReadyChange[] = [];
  let unreadable = 0;
  let after: string | undefined;
  do {
    const part = await readRange({
      partition: feedBacklogPartition(partnerId),
      prefix: FEED_BACKLOG_PREFIX,
      limit: 25,
      after,
    });
    for (const raw of part.items) {
      const item = deferredWrite.parse(raw);
      const change = waiting.has(item.partition) ? 'unreadable' : tryToChange(item, toChange);
      if (change === 'unreadable') {
        waiting.add(item.partition);
        unreadable += 1;
      } else ready.push({ item, change });
    }
    after = part.next;
  } while (after !== undefined && ready.length === 0 && hasTimeLeft());
  return { ready: takePage(ready), unreadable, isEmpty: after === undefined && ready.length + unreadable === 0 };
}

function tryToChange(
  { before, after, atMs }: DeferredWrite,
  toChange: DrainOptions['toChange'],
): Change | 'unreadable' | undefined {
  try {
    return toChange({ before, after, atMs });
  } catch {
    return 'unreadable';
  }
}

/** Moves changes from the backlog into the feed. Returns false after a conflict with another drain. */
async function moveIntoFeed(partnerId: string, ready: readonly ReadyChange[], atMs: number): Promise<boolean> {
  const changes = ready.flatMap(({ change }) => (change === undefined ? [] : [change]));
  const head = await readItem(feedHeadKey(partnerId));
  return writeIfConditionsHold([
    ...(changes.length === 0 ? [] : pageWrites(partnerId, { head, changes, atMs })),
    ...ready.map(({ item: { PK, SK } }) => deleteItem({ PK, SK }, itemExists)),
  ]);
}

/** Deletes the head of an empty backlog. Returns false if a change was added after the head was read. */
function closeBacklog(partnerId: string, { newest }: StoredRecord): Promise<boolean> {
  return writeIfConditionsHold([deleteItem(feedBacklogHeadKey(partnerId), equals('newest', newest))]);
}

/** Returns true if a partner has changes that wait for the feed. */
export async function hasBacklog(partnerId: string): Promise<boolean> {
  return (await readItem(feedBacklogHeadKey(partnerId))) !== undefined;
}
