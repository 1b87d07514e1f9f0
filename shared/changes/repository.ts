/**
 * The feed of everything that changed for a partner, oldest first, in pages. Pages are numbered without gaps: a
 * page is written together with the number of the last one, so page 8 can be read only where page 7 can, and a
 * reader that continues from its cursor never skips a change, however many writers there are.
 *
 * The table's stream delivers at least once, but the records of one partition in order, by one reader at a
 * time (see shared/dynamodb/apply-once.ts). So the last position that was taken of a partition, updated in the same
 * write as the page, shows for each record whether it is in the feed already.
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

/** Seconds that a page stays. */
const RETENTION_S = 35 * 86_400;
/** Time between two marks. Readers use the marks to find a time. */
export const MARK_INTERVAL_MS = 60_000;
/** The stream delivers a record again for a day at most. */
const CHECKPOINT_RETENTION_S = 3 * 86_400;
/** Changes of one page: with some kilobytes each they stay far under an item's 400 KB. */
const MAX_PAGE_CHANGES = 25;
/** The same by size of the text, in characters. */
const MAX_PAGE_CHARACTERS = 150_000;
const MAX_ATTEMPTS = 20;
const MAX_BACKOFF_MS = 300;

const changeSchema = z.object({
  type: z.enum(changeTypes),
  id: z.string(),
  version: z.number(),
  /** ISO 8601. */
  at: z.string(),
  /** The resource at that version, as JSON text. */
  resource: z.string(),
});
const feedPage = z.object({ SK: z.string(), changes: z.array(changeSchema), ttl: z.number() });

const checkpoint = z.object({ seq: z.string() });

/** One version of one resource. */
export type Change = Readonly<z.infer<typeof changeSchema>>;

/** A change as the stream brought it. */
export interface StreamedChange extends Pick<ItemWrite, 'partition' | 'seq'> {
  readonly change: Change;
}

/**
 * Adds changes in the order given; what is in the feed already is left out.
 * @returns `backlogged` where earlier changes of the partner wait for the feed (shared/changes/stream/repository.ts): these have to wait too
 * @throws Error after too many conflicts. Some of the changes may be in the feed then
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
    // Random backoff, so that the writers do not conflict again.
    else await pause(Math.random() * Math.min(MAX_BACKOFF_MS, 10 * 2 ** attempt));
  }
  return 'appended';
}

/** Writes one page of new changes at the front. Returns the number of changes that are done, `undefined` after a conflict. */
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
 * Reads which stream records are not taken yet, and makes the writes that note them as taken, on the condition that none of
 * their partitions was taken since.
 * @param options.others keys of items that the same call reads
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

/** The number of the last page, by the feed's head. */
export function lastPageNumber(head: StoredRecord | undefined): number {
  return typeof head?.page === 'number' ? head.page : 0;
}

/** A page that is to be written, and the feed's head as it was read. */
interface NewPage {
  readonly head: StoredRecord | undefined;
  readonly changes: readonly Change[];
  /** The time at which its writer began, epoch ms. */
  readonly atMs: number;
}

/** The writes of one page, on the condition that the page before it is the last one. The first of each minute is marked by its time. */
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

/** Takes the first changes, up to the size of a page. */
export function takePage<One extends { readonly change: Change | undefined }>(changes: readonly One[]): readonly One[] {
  let characters = 0;
  const end = changes.findIndex(({ change }, index) => {
    characters += change?.resource.length ?? 0;
    return index >= MAX_PAGE_CHANGES || (index > 0 && characters > MAX_PAGE_CHARACTERS);
  });
  return end < 0 ? changes : changes.slice(0, end);
}

/** A position in the feed: after the given number of changes of a page. */
export interface FeedPosition {
  readonly page: number;
  readonly index: number;
}

/** Pages of the first call to the table, for so many changes each; every later call reads twice as many, up to the most. */
const CHANGES_PER_PAGE = 10;
const FIRST_PAGES = 2;
const MAX_PAGES = 20;
/** Read units after which a request makes no other call. One call reads 256 at most, the megabyte of a query. */
const MAX_READ_UNITS = 240;

/**
 * Changes after a position, at most `limit` of the requested types, and the next position. A request reads some 500 units at
 * most: with a rare type it may return none although there are later ones.
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
 * Pages are written in the order of their numbers, but each holds the time at which its writer began: up to half a minute
 * before it was written (the time limit of `projectChanges`), by that function's own clock.
 */
const MARGIN_MS = 60_000;

const markItem = z.object({ atMs: z.number(), page: z.number() });

/**
 * The first page that may hold what came into the feed at or after a time, epoch ms; at most two minutes of earlier pages come
 * before it. The first page of each minute is marked by its time, so a million pages take three small reads. A feed without
 * an earlier mark begins at its oldest page.
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
  // Every page between a mark and the next one is older than the interval.
  const isPast = mark.atMs + MARK_INTERVAL_MS <= sinceMs;
  return { page: isPast ? (next?.page ?? lastPageNumber(head) + 1) : mark.page, index: 0 };
}
