/** Progress of a backfill: an item per segment of the table, so that the next run continues one that was ended. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import { absent, type Change, equals } from '#shared/dynamodb/expressions';
import { backfillPartition, backfillPassKey, backfillPassPrefix, backfillSegmentKey } from '#shared/dynamodb/keys';
import { documentClient, readPartition, readRecord } from '#shared/dynamodb/table';
import { updateInput } from '#shared/dynamodb/writes';

const passItem = z.object({ pass: z.number(), segments: z.number(), startedAt: z.string() });

/** One reading of the whole table. */
export type Pass = z.infer<typeof passItem>;

const position = z.object({ PK: z.string(), SK: z.string() });
/** The last item that was read. */
export type Position = z.infer<typeof position>;

const segmentItem = z.object({
  segment: z.number(),
  pages: z.number(),
  after: maybe(position),
  done: z.boolean(),
  scanned: z.number(),
  changed: z.number(),
  left: z.number(),
  updatedAt: z.string(),
});
export type SegmentProgress = z.infer<typeof segmentItem>;

export interface Counts {
  /** Items that were read, those of other entities included. */
  readonly scanned: number;
  readonly changed: number;
  /** Items in their old form that could not be written: their outbox stayed open, or others wrote them each time. */
  readonly left: number;
}

/** The latest pass and its segments; `undefined` where a backfill was never run. */
export async function readProgress(name: string): Promise<{ pass: Pass; segments: SegmentProgress[] } | undefined> {
  const items = await readPartition(backfillPartition(name));
  const pass = items
    .filter(({ entity }) => entity === 'BACKFILL')
    .map((item) => passItem.parse(item))
    .at(-1);
  if (pass === undefined) return undefined;
  const own = items.filter(
    ({ entity, SK }) => entity === 'BACKFILL_SEGMENT' && String(SK).startsWith(backfillPassPrefix(pass.pass)),
  );
  return { pass, segments: own.map((item) => segmentItem.parse(item)) };
}

/** Tells whether a pass has read every segment to its end. */
export function isComplete({ pass, segments }: { pass: Pass; segments: readonly SegmentProgress[] }): boolean {
  return segments.filter(({ done }) => done).length === pass.segments;
}

/** The pass that a run goes on with: the latest while that is incomplete, else a new one with so many segments. */
export async function openPass(name: string, segments: number, atMs: number): Promise<Pass> {
  const latest = await readProgress(name);
  if (latest !== undefined && !isComplete(latest)) return latest.pass;
  const number = (latest?.pass.pass ?? 0) + 1;
  const key = backfillPassKey(name, number);
  // Of two runs that begin at once, one opens the pass and both go on with it.
  await update(key, {
    set: { entity: 'BACKFILL', pass: number, segments, startedAt: new Date(atMs).toISOString() },
    condition: absent('PK'),
  });
  const opened = await readRecord(key, (item) => passItem.parse(item));
  if (opened === undefined) throw new Error('The pass is not on record');
  return opened;
}

/** Reads the progress of a segment. */
export async function readSegment(name: string, { pass }: Pass, segment: number): Promise<SegmentProgress> {
  const unread = { segment, pages: 0, after: undefined, done: false, scanned: 0, changed: 0, left: 0, updatedAt: '' };
  return (await readRecord(backfillSegmentKey(name, pass, segment), (item) => segmentItem.parse(item))) ?? unread;
}

/** A page of a segment, once its items are written. */
export interface FinishedPage extends Counts {
  readonly pass: Pass;
  readonly before: SegmentProgress;
  /** `undefined` at the end of the segment. */
  readonly after: Position | undefined;
  readonly atMs: number;
}

/** Notes a page. Where another run has taken the segment further in the same time, only what this one changed is noted. */
export async function notePage(name: string, { pass, before, after, atMs, ...counts }: FinishedPage): Promise<void> {
  const { segment, pages } = before;
  const key = backfillSegmentKey(name, pass.pass, segment);
  const isNoted = await update(key, {
    set: {
      entity: 'BACKFILL_SEGMENT',
      segment,
      after,
      done: after === undefined,
      updatedAt: new Date(atMs).toISOString(),
    },
    ...(after === undefined && { remove: ['after'] }),
    add: { ...counts, pages: 1 },
    condition: pages === 0 ? absent('PK') : equals('pages', pages),
  });
  if (!isNoted && counts.changed > 0) await update(key, { add: { changed: counts.changed } });
}

/** @returns whether the condition held */
async function update(key: ReturnType<typeof backfillPassKey>, change: Change): Promise<boolean> {
  try {
    await documentClient().send(new UpdateCommand(updateInput(key, change)));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
