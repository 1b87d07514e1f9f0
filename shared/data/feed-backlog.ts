/**
 * Changes that could not be added to their partner's feed yet. They are kept as the stream brought them, in the order of the
 * stream, so that one partner's feed, or one item that cannot be read, holds up nobody else's. While a partner has
 * a backlog, all that changes for it joins the backlog's end: the feed stays in order.
 *
 * A change joins in one write with the note that its stream record is taken, and leaves in one write with the page
 * of the feed that holds it. So it is in the feed once, whatever crashes or is repeated.
 */
import * as z from 'zod/mini';
import { type Change, lastPageOf, pageFull, pageWrites, seenWrites, textOf } from '#shared/data/change-feed';
import {
  duePartition,
  FEED_BACKLOG_PREFIX,
  feedBacklogHeadKey,
  feedBacklogKey,
  feedBacklogPartition,
  feedHeadKey,
  feedSeenKey,
} from '#shared/data/keys';
import type { Images } from '#shared/data/stream-image';
import {
  type RawItem,
  readItem,
  readItems,
  readRange,
  tableName,
  type WriteAction,
  writeIfConditionsHold,
} from '#shared/data/table';

/** Entity of the head of a backlog. A write of it that moves its due time has projectChanges take the backlog on. */
export const FEED_BACKLOG = 'FEED_BACKLOG';

/** How long after it began a backlog is due for the redrive, which runs every minute. */
const FIRST_REDRIVE_MS = 60_000;

/** Changes that join in one write: two images each, and a transaction takes 4 MB. */
const CHUNK = 10;
const MAX_ATTEMPTS = 10;

/** A write to an item as the stream brought it. */
export interface StreamedWrite {
  readonly images: Images;
  /** Partition of the table that was written. */
  readonly partition: string;
  /** Sequence number in the stream, padded. */
  readonly seq: string;
}

/** Adds writes to the end of a partner's backlog. Those that are taken already are left out. @throws Error when the table does not take them */
export async function deferChanges(
  partnerId: string,
  writes: readonly StreamedWrite[],
  atMs: number,
): Promise<void> {
  for (let from = 0; from < writes.length; from += CHUNK)
    await deferChunk(partnerId, writes.slice(from, from + CHUNK), atMs);
}

async function deferChunk(partnerId: string, writes: readonly StreamedWrite[], atMs: number): Promise<void> {
  const partitions = [...new Set(writes.map(({ partition }) => partition))];
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const seen = await readItems(partitions.map((partition) => feedSeenKey(partnerId, partition)));
    const known = new Map(partitions.map((partition, index) => [partition, textOf(seen[index]?.seq)]));
    const fresh = writes.filter(({ partition, seq }) => seq > (known.get(partition) ?? ''));
    const last = fresh.at(-1);
    if (last === undefined) return;
    const isWritten = await writeIfConditionsHold([
      ...fresh.map((write) => putWaiting(partnerId, write)),
      ...seenWrites(partnerId, fresh, { known, atMs }),
      moveBacklogHead(partnerId, last, atMs),
    ]);
    if (isWritten) return;
  }
  throw new Error('The backlog of a feed has too many writers at once');
}

function putWaiting(partnerId: string, { images, partition, seq }: StreamedWrite): WriteAction {
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...feedBacklogKey(partnerId, seq, partition),
        entity: 'FEED_WAITING',
        partition,
        seq,
        before: images.before,
        after: images.after,
        atMs: images.atMs,
      },
    },
  };
}

/** `newest` changes with every write that joins, so that a backlog is not closed over one that it has not seen. */
function moveBacklogHead(partnerId: string, { seq, partition }: StreamedWrite, atMs: number): WriteAction {
  return {
    Update: {
      TableName: tableName(),
      Key: { ...feedBacklogHeadKey(partnerId) },
      UpdateExpression:
        'SET #entity = :entity, partnerId = :partner, newest = :newest, duePk = if_not_exists(duePk, :duePk), dueAt = if_not_exists(dueAt, :dueAt)',
      ExpressionAttributeNames: { '#entity': 'entity' },
      ExpressionAttributeValues: {
        ':entity': FEED_BACKLOG,
        ':partner': partnerId,
        ':newest': `${seq}#${partition}`,
        ':duePk': duePartition(partnerId),
        ':dueAt': atMs + FIRST_REDRIVE_MS,
      },
    },
  };
}

const waiting = z.object({
  PK: z.string(),
  SK: z.string(),
  partition: z.string(),
  seq: z.string(),
  before: z.optional(z.record(z.string(), z.unknown())),
  after: z.record(z.string(), z.unknown()),
  atMs: z.number(),
});
type Waiting = z.infer<typeof waiting>;

/** What a drain left behind. */
export interface Drained {
  /** Changes that are in the feed now. */
  readonly appended: number;
  /** Changes that still wait because one of their item cannot be read. */
  readonly unreadable: number;
  /** Whether nothing waits any more. */
  readonly isEmpty: boolean;
}

export interface Drain {
  /** What a write means to the partner; throws where it cannot be read. */
  readonly changeOf: (images: Images) => Change | undefined;
  readonly atMs: number;
  /** Asked before each read of the backlog; what is left is taken on by the next redrive. */
  readonly mayGoOn: () => boolean;
}

/**
 * Moves a partner's backlog into its feed, oldest first. What follows an item's unreadable change waits with it;
 * other items' changes do not.
 * @throws Error when the table does not take them; what is in the feed by then has left the backlog
 */
export async function drainBacklog(partnerId: string, drain: Drain): Promise<Drained> {
  let appended = 0;
  for (let lost = 0; drain.mayGoOn() && lost < MAX_ATTEMPTS; ) {
    const head = await readItem(feedBacklogHeadKey(partnerId));
    if (head === undefined) return { appended, unreadable: 0, isEmpty: true };
    const { ready, unreadable, isEmpty } = await nextReady(partnerId, drain);
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

interface Ready {
  readonly item: Waiting;
  /** Undefined where partners see nothing of the write. */
  readonly change: Change | undefined;
}

/** As many of the oldest changes as one page takes, without those that wait for an unreadable one of their partition. */
async function nextReady(
  partnerId: string,
  { changeOf, mayGoOn }: Drain,
): Promise<{ readonly ready: readonly Ready[]; readonly unreadable: number; readonly isEmpty: boolean }> {
  const held = new Set<string>();
  const ready: Ready[] = [];
  let unreadable = 0;
  let after: string | undefined;
  do {
    const part = await readRange({
      partition: feedBacklogPartition(partnerId),
      prefix: FEED_BACKLOG_PREFIX,
      limit: 25,
      ...(after === undefined ? {} : { after }),
    });
    for (const raw of part.items) {
      const item = waiting.parse(raw);
      const change = held.has(item.partition) ? 'unreadable' : read(item, changeOf);
      if (change === 'unreadable') {
        held.add(item.partition);
        unreadable += 1;
      } else ready.push({ item, change });
    }
    after = part.next;
  } while (after !== undefined && ready.length === 0 && mayGoOn());
  return {
    ready: pageFull(ready),
    unreadable,
    isEmpty: after === undefined && ready.length + unreadable === 0,
  };
}

function read(
  { before, after, atMs }: Waiting,
  changeOf: Drain['changeOf'],
): Change | 'unreadable' | undefined {
  try {
    return changeOf({ before, after, atMs });
  } catch {
    return 'unreadable';
  }
}

/** Returns whether it was written; not where another drain was first. */
async function moveIntoFeed(partnerId: string, ready: readonly Ready[], atMs: number): Promise<boolean> {
  const changes = ready.flatMap(({ change }) => (change === undefined ? [] : [change]));
  const last = lastPageOf(await readItem(feedHeadKey(partnerId)));
  return writeIfConditionsHold([
    ...(changes.length === 0 ? [] : pageWrites(partnerId, { last, changes, atMs })),
    ...ready.map(({ item: { PK, SK } }) => ({
      Delete: { TableName: tableName(), Key: { PK, SK }, ConditionExpression: 'attribute_exists(PK)' },
    })),
  ]);
}

/** Ends a backlog in which nothing waits. Returns false where something has joined since. */
function closeBacklog(partnerId: string, { newest }: RawItem): Promise<boolean> {
  return writeIfConditionsHold([
    {
      Delete: {
        TableName: tableName(),
        Key: { ...feedBacklogHeadKey(partnerId) },
        ConditionExpression: 'newest = :seen',
        ExpressionAttributeValues: { ':seen': newest },
      },
    },
  ]);
}

/** Whether changes of a partner wait for its feed. */
export async function hasBacklog(partnerId: string): Promise<boolean> {
  return (await readItem(feedBacklogHeadKey(partnerId))) !== undefined;
}
