import { recordChanges } from '#functions/workers/project-changes/record-changes';
import { toChange } from '#functions/workers/project-changes/to-change';
import { readRangeOf, recordsOf } from '#scripts/ops/stream-records';
import { type AppendResult, appendChanges, type StreamedChange } from '#shared/changes/repository';

export interface RangeOutcome {
  readonly outcome: 'replayed' | 'redriven' | 'kept';
  /** Records of the range that went through. */
  readonly changes: number;
}

/**
 * Takes a range of the stream that a worker gave up in hand. Of publishEvents nothing is to be done: what its records
 * were about is due, and the redrive sends it. Those of projectChanges go into the feeds, late and at the end.
 */
export async function replayRange(body: string, atMs: number): Promise<RangeOutcome> {
  const range = readRangeOf(body);
  if (range === undefined) return { outcome: 'kept', changes: 0 };
  if (!range.functionArn.includes('projectChanges')) return { outcome: 'redriven', changes: 0 };
  const records = await recordsOf(range);
  if (records === 'trimmed') return { outcome: 'kept', changes: 0 };
  const { batchItemFailures } = await recordChanges(
    { toChange, append: appendLate, defer: keepRange },
    records,
    atMs,
  );
  return batchItemFailures.length > 0
    ? { outcome: 'kept', changes: 0 }
    : { outcome: 'replayed', changes: records.length };
}

/**
 * The feed passes over what is older than the last record it took of a partition, and by now it has taken younger
 * ones. So what is replayed is kept apart by a mark of its own, which makes each replay count once.
 */
async function appendLate(
  partnerId: string,
  changes: readonly StreamedChange[],
  atMs: number,
): Promise<AppendResult> {
  const late = changes.map((change) => ({ ...change, partition: `REPLAY#${change.partition}` }));
  return appendChanges(partnerId, late, atMs);
}

/** A range is kept in its queue while changes of its partner wait: it is older than they are. */
async function keepRange(): Promise<void> {
  throw new Error('Changes of the partner still wait for its feed');
}
