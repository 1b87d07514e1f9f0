/**
 * Changes that could not be added to their partner's feed yet. They are kept as the stream brought them, in the order of the
 * stream, so that one partner's feed, or one item that cannot be read, does not delay other feeds. While a partner has
 * a backlog, all its changes join the backlog's end: the feed stays in order.
 *
 * A change joins in one write with the note that its stream record is taken, and leaves in one write with the page
 * of the feed that holds it. So it is in the feed once, whatever crashes or is repeated.
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

/** Entity of the head of a backlog. A write that changes its due time makes projectChanges drain the backlog. */
export const FEED_BACKLOG = 'FEED_BACKLOG';

/** Time from the beginning of a backlog until the redrive, which runs every minute, may take it. */
const FIRST_REDRIVE_MS = 60_000;

/** Changes that join in one write: two images each, and a transaction takes 4 MB. */
const CHUNK_SIZE = 10;
const MAX_ATTEMPTS = 10;

/** A write to an item as the stream brought it. */
type StreamedWrite = Pick<ItemWrite, 'images' | 'partition' | 'seq'>;

/** Adds writes to the end of a partner's backlog. Those that were taken already are left out. @throws Error when the table does not take them */
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

/** `newest` changes with every write that joins, so that a backlog with an unread change is not closed. */
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

/** The rest after a drain. */
export interface DrainResult {
  /** Changes that are in the feed now. */
  readonly appended: number;
  /** Changes that still wait because one of their item cannot be read. */
  readonly unreadable: number;
  /** True when nothing waits any more. */
  readonly isEmpty: boolean;
}

export interface DrainOptions {
  /** Turns a write into the change that the partner sees; throws if it cannot be read. */
  readonly toChange: (images: ItemImages) => Change | undefined;
  readonly atMs: number;
  /** Checked before each read of the backlog; the next redrive continues with the rest. */
  readonly hasTimeLeft: () => boolean;
}

/**
 * Drains a partner's backlog into its feed, oldest first. Changes of an item wait after an unreadable change of it;
 * changes of other items do not.
 * @throws Error when the table does not take them; what is in the feed by then has left the backlog
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
  /** Undefined if partners see nothing of the write. */
  readonly change: Change | undefined;
}

/** Reads the oldest changes, up to the size of a page. Leaves out those that wait for an unreadable one of their partition. */
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

/** Returns whether it was written; false after a conflict with another drain. */
async function moveIntoFeed(partnerId: string, ready: readonly ReadyChange[], atMs: number): Promise<boolean> {
  const changes = ready.flatMap(({ change }) => (change === undefined ? [] : [change]));
  const head = await readItem(feedHeadKey(partnerId));
  return writeIfConditionsHold([
    ...(changes.length === 0 ? [] : pageWrites(partnerId, { head, changes, atMs })),
    ...ready.map(({ item: { PK, SK } }) => deleteItem({ PK, SK }, itemExists)),
  ]);
}

/** Ends a backlog in which nothing waits. Returns false if something has joined since. */
function closeBacklog(partnerId: string, { newest }: StoredRecord): Promise<boolean> {
  return writeIfConditionsHold([deleteItem(feedBacklogHeadKey(partnerId), equals('newest', newest))]);
}

/** Returns true if changes of a partner wait for its feed. */
export async function hasBacklog(partnerId: string): Promise<boolean> {
  return (await readItem(feedBacklogHeadKey(partnerId))) !== undefined;
}
