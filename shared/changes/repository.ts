/**
 * The change feed of a partner: pages of changes, oldest first. One transaction writes a page and the number of the last page.
 * Therefore page numbers have no gaps, and a reader never skips a change. The table's stream delivers records at least once, and
 * the records of a partition in order (shared/dynamodb/apply-once.ts). The write of a page also stores the last stream position
 * of each partition. Records up to this position were already processed.
 */

import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { absent, equals } from '#shared/dynamodb/expressions';
import {
  FEED_MARK_PREFIX,
  feedBacklogHeadKey,
  feedHeadKey,
  feedMarkKey,
  feedPageKey,
  feedPageNumber,
  feedPartition,
  feedSeenKey,
  type RecordKey,
} from '#shared/dynamodb/keys';
import { ReadMeter } from '#shared/dynamodb/read-units';
import type { ItemWrite } from '#shared/dynamodb/stream-item';
import { readItem, readItems, readRange, type StoredRecord } from '#shared/dynamodb/table';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, putItem, updateItem } from '#shared/dynamodb/writes';
import { type ChangeType, changeTypes } from './change-type';
import { decodeChanges, encodeChanges } from './item';

/** Retention of a page, in seconds. */
const RETENTION_S = 35 * 86_400;
/**
 * Interval between two marks, ms. A mark contains a time and the number of the page written at this time. Readers use marks to
 * find pages by time.
 */
export const MARK_INTERVAL_MS = 60_000;
/** Retention of stored stream positions, in seconds. Three days suffice: the stream redelivers a record for up to one day. */
const CHECKPOINT_RETENTION_S = 3 * 86_400;
/** Maximum changes of one page. At a few kilobytes per change, a page remains far below an item's 400 KB. */
const MAX_PAGE_CHANGES = 25;
/** Maximum text of one page, in characters. */
const MAX_PAGE_CHARACTERS = 150_000;
const MAX_ATTEMPTS = 20;
const MAX_BACKOFF_MS = 300;

const changeSchema = z.object({
  type: z.enum(changeTypes),
  id: z.string(),
  version: z.number(),
  /** ISO 8601. */
  at: z.string(),
  /** The resource at this version, as JSON text. */
  resource: z.string(),
});
const feedPage = z.object({ SK: z.string(), changes: z.array(changeSchema), ttl: z.number() });

const checkpoint = z.object({ seq: z.string() });

/** A version of a resource. */
export type Change = Readonly<z.infer<typeof changeSchema>>;

/** A change with the position of its stream record. */
export interface StreamedChange extends Pick<ItemWrite, 'partition' | 'seq'> {
  readonly change: Change;
}

/**
 * Adds changes to the feed in the given order; skips changes that the feed already contains.
 * @returns `backlogged` if the partner has a backlog; the caller must then pass all changes to `deferChanges`
 * @throws Error after too many conflicts; the feed may then contain some of the changes
 */
export async function appendChanges(
  partnerId: string,
  changes: readonly StreamedChange[],
  atMs: number,
): Promise<'appended' | 'backlogged'> {
  let pending = changes;
  for (let attempt = 0; pending.length > 0; attempt += 1) {
    if (attempt >= MAX_ATTEMPTS + changes.length) throw new Error('The feed has too many writers at once');
    const written = await appendPage(partnerId, pending, atMs);
    if (written === 'backlogged') return 'backlogged';
    if (written !== undefined) pending = pending.slice(written);
    // A random delay, to avoid another conflict between the same writers.
    else await pause(Math.random() * Math.min(MAX_BACKOFF_MS, 10 * 2 ** attempt));
  }
  return 'appended';
}

/** Appends a page with the first changes to the feed. Returns the number of processed changes; `undefined` after a conflict. */
async function appendPage(
  partnerId: string,
  changes: readonly StreamedChange[],
  atMs: number,
): Promise<number | 'backlogged' | undefined> {
  const taken = takePage(changes);
  const heads = [feedHeadKey(partnerId), feedBacklogHeadKey(partnerId)];
  const { fresh, checkpoints, others } = await readFresh(partnerId, taken, { atMs, others: heads });
  const [head, backlog] = others;
  if (backlog !== undefined) return 'backlogged';
  if (fresh.length === 0) return taken.length;
  const page = pageWrites(partnerId, { head, changes: fresh.map(({ change }) => change), atMs });
  return (await writeIfConditionsHold([...page, ...checkpoints])) ? taken.length : undefined;
}

/**
 * Finds unprocessed stream records, and builds the writes of positions. The writes fail if another writer changed a position.
 * @param options.others keys of other items to read in the same call
 */
export async function readFresh<Record extends Pick<StreamedChange, 'partition' | 'seq'>>(
  partnerId: string,
  records: readonly Record[],
  { atMs, others = [] }: { readonly atMs: number; readonly others?: readonly RecordKey[] },
) {
  const partitions = [...new Set(records.map(({ partition }) => partition))];
  const items = await readItems([...others, ...partitions.map((partition) => feedSeenKey(partnerId, partition))]);
  const taken = items.slice(others.length).map((item) => checkpoint.safeParse(item).data?.seq);
  const seen = new Map(partitions.map((partition, index) => [partition, taken[index]]));
  const fresh = records.filter(({ partition, seq }) => seq > (seen.get(partition) ?? ''));
  const ttl = Math.ceil(atMs / 1000) + CHECKPOINT_RETENTION_S;
  const checkpoints = partitions.flatMap((partition) => {
    const seq = fresh.findLast((one) => one.partition === partition)?.seq;
    const before = seen.get(partition);
    const condition = before === undefined ? absent('seq') : equals('seq', before);
    return seq === undefined ? [] : [updateItem(feedSeenKey(partnerId, partition), { set: { seq, ttl }, condition })];
  });
  return { fresh, checkpoints, others: items.slice(0, others.length) };
}

/** Returns the number of the last page, from the feed's head item. */
export function lastPageNumber(head: StoredRecord | undefined): number {
  return typeof head?.page === 'number' ? head.page : 0;
}

/** A page to write, and the feed's head item (with the number of the last page) as read. */
interface NewPage {
  readonly head: StoredRecord | undefined;
  readonly changes: readonly Change[];
  /** Time at which the writer started, epoch ms. */
  readonly atMs: number;
}

/**
 * Returns the writes of one page. The writes fail if another page was added after the head was read. If the last mark is at least
 * `MARK_INTERVAL_MS` old, the page gets a mark, so that readers can find pages by time.
 */
export function pageWrites(partnerId: string, { head, changes, atMs }: NewPage): PendingWrite[] {
  const last = lastPageNumber(head);
  const markedAtMs = typeof head?.markedAtMs === 'number' ? head.markedAtMs : Number.NEGATIVE_INFINITY;
  const isMarked = atMs >= markedAtMs + MARK_INTERVAL_MS;
  const [page, ttl] = [last + 1, Math.ceil(atMs / 1000) + RETENTION_S];
  const mark = { ...feedMarkKey(partnerId, new Date(atMs).toISOString()), entity: 'FEED_MARK', atMs, page, ttl };
  const stored = { entity: 'FEED', ...encodeChanges(changes), ttl };
  return [
    updateItem(feedHeadKey(partnerId), {
      set: { page, ...(isMarked ? { markedAtMs: atMs } : {}) },
      condition: last === 0 ? absent('page') : equals('page', last),
    }),
    putIfAbsent({ ...feedPageKey(partnerId, page), ...stored }),
    ...(isMarked ? [putItem(mark)] : []),
  ];
}

/** Returns the first changes that fit into one page. */
export function takePage<One extends { readonly change: Change | undefined }>(changes: readonly One[]): readonly One[] {
  let characters = 0;
  const end = changes.findIndex(({ change }, index) => {
    characters += change?.resource.length ?? 0;
    return index >= MAX_PAGE_CHANGES || (index > 0 && characters > MAX_PAGE_CHARACTERS);
  });
  return end < 0 ? changes : changes.slice(0, end);
}

/** Position in the feed: after the first `index` changes of the page. */
export interface FeedPosition {
  readonly page: number;
  readonly index: number;
}

/** The first query reads a page per 10 requested changes, at least two. Each later query doubles the count, up to `MAX_PAGES`. */
const CHANGES_PER_PAGE = 10;
const FIRST_PAGES = 2;
const MAX_PAGES = 20;
/** A request starts no query after this number of read units. Its last query can add up to 256 units (1 MB). */
const MAX_READ_UNITS = 240;

/**
 * Returns up to `limit` changes of the requested types after a position, and the next position. A request reads at most about 500
 * read units: `MAX_READ_UNITS` and one more query. For a rare type, the result may be empty although later changes exist.
 */
export async function readChanges(
  partnerId: string,
  request: {
    readonly from: FeedPosition;
    readonly types: readonly ChangeType[] | undefined;
    readonly limit: number;
    readonly nowMs: number;
  },
): Promise<{ readonly changes: readonly Change[]; readonly next: FeedPosition }> {
  const { types, limit, nowMs } = request;
  const found: Change[] = [];
  const reads = new ReadMeter();
  let next = request.from;
  let pages = Math.max(FIRST_PAGES, Math.min(MAX_PAGES, Math.ceil(limit / CHANGES_PER_PAGE)));
  while (reads.units < MAX_READ_UNITS) {
    const range = {
      partition: feedPartition(partnerId),
      from: feedPageKey(partnerId, next.page).SK,
      to: feedPageKey(partnerId, Number.MAX_SAFE_INTEGER).SK,
      limit: pages,
    };
    const { items, next: more } = await reads.run(() => readRange(range));
    const before = next;
    for (const item of items) {
      const { SK, changes, ttl } = feedPage.parse({ ...item, changes: decodeChanges(item) });
      const page = feedPageNumber(SK);
      for (const [index, change] of changes.entries()) {
        if (page === next.page && index < next.index) continue;
        next = { page, index: index + 1 };
        // Expired pages stay readable until the TTL deletes them.
        if (ttl * 1000 <= nowMs || !(types?.includes(change.type) ?? true)) continue;
        found.push(change);
        if (found.length === limit) return { changes: found, next };
      }
    }
    if (more === undefined || (before.page === next.page && before.index === next.index)) break;
    pages = Math.min(MAX_PAGES, 2 * pages);
  }
  return { changes: found, next };
}

/**
 * Margin of a search by time, ms. A mark contains the start time of a page's writer, up to 30 seconds before the write (the time
 * limit of `projectChanges`). The margin also covers differences between the clocks of the writers.
 */
const MARGIN_MS = 60_000;

const markItem = z.object({ atMs: z.number(), page: z.number() });

/**
 * Returns the first page that may contain changes added at or after a time (epoch ms). The result may be up to two minutes early.
 */
export async function findFeedStart(partnerId: string, fromMs: number): Promise<FeedPosition> {
  const sinceMs = fromMs - MARGIN_MS;
  const bound = feedMarkKey(partnerId, new Date(sinceMs).toISOString()).SK;
  const partition = feedPartition(partnerId);
  const [before, after, head] = await Promise.all([
    readRange({ partition, from: FEED_MARK_PREFIX, to: bound, newestFirst: true, limit: 1 }),
    readRange({ partition, from: bound, to: `${FEED_MARK_PREFIX}~`, after: bound, limit: 1 }),
    readItem(feedHeadKey(partnerId)),
  ]);
  const [mark, next] = [before, after].map(({ items: [item] }) => item && markItem.parse(item));
  if (mark === undefined) return { page: 0, index: 0 };
  // The writers of all pages before the next mark started less than `MARK_INTERVAL_MS` after `mark.atMs`. If `isPast`, these
  // pages are too early.
  const isPast = mark.atMs + MARK_INTERVAL_MS <= sinceMs;
  return { page: isPast ? (next?.page ?? lastPageNumber(head) + 1) : mark.page, index: 0 };
}
