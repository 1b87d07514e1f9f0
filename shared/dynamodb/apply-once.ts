/**
 * Sums over stream records. The sums are exact although the stream delivers records at least once, because each write also stores
 * the last applied sequence number. All records of a partition key arrive in the order of their sequence numbers: one invocation
 * at a time reads the shard (ParallelizationFactor 1), and a child shard follows its parent. Limit: DynamoDB may split a
 * partition of more than 10 GB (about 40 million rows) into sibling shards without a common order. The sums of such a partition
 * can miss records.
 */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { absent, anyOf, type Condition, compare, equals } from './expressions';
import { listCountKey } from './keys';
import { retryOnConflict } from './retry-on-conflict';
import { documentClient } from './table';
import { conditionally } from './unit-of-work';
import { updateInput } from './writes';

/** A change of a sum, from one stream record of a partition. */
export interface SequencedChange<Delta> {
  /** `streamPosition` of the change's stream record. */
  readonly seq: string;
  readonly delta: Delta;
}

/**
 * Condition for the write of a sum. The stored sequence number is lower than the number of the first change to apply (`below`),
 * or still the number last read (`equal`).
 */
export type ExpectedSequence = { readonly below: string } | { readonly equal: string };

/** Write that adds `delta` to a sum and stores `lastSeq`. */
export interface SumWrite<Delta> {
  readonly delta: Delta;
  readonly lastSeq: string;
  readonly expected: ExpectedSequence;
}

interface Sum<Delta> {
  readonly add: (one: Delta, other: Delta) => Delta;
  /** If `expected` is met, adds `delta` and updates the sum's sequence number. Otherwise, returns the stored sequence number. */
  readonly apply: (write: SumWrite<Delta>) => Promise<string | undefined>;
}

const MAX_ATTEMPTS = 5;

/**
 * Applies each change of one partition exactly once, even if records are delivered again in other batches. @throws
 * WriteContention after five conflicts
 */
export async function applyOnce<Delta>(
  changes: readonly SequencedChange<Delta>[],
  { add, apply }: Sum<Delta>,
): Promise<void> {
  let pending = changes.toSorted((left, right) => (left.seq < right.seq ? -1 : 1));
  let seen: string | undefined;
  const isApplied = async (): Promise<true | undefined> => {
    const [first, ...others] = pending;
    if (first === undefined) return true;
    const delta = others.reduce((sum, change) => add(sum, change.delta), first.delta);
    const expected = seen === undefined ? { below: first.seq } : { equal: seen };
    const stored = await apply({ delta, lastSeq: (others.at(-1) ?? first).seq, expected });
    if (stored === undefined) return true;
    seen = stored;
    pending = pending.filter((change) => change.seq > stored);
    return undefined;
  };
  await retryOnConflict(isApplied, { maxAttempts: MAX_ATTEMPTS, waits: false });
}

export function isAsExpected(expected: ExpectedSequence): Condition {
  return 'below' in expected
    ? anyOf(absent('seq'), compare('seq', '<', expected.below))
    : equals('seq', expected.equal);
}

const summed = z.object({ seq: z.string() });

/** Returns the last applied sequence number of a stored sum. */
export function readSequence(item: unknown): string {
  return summed.parse(item).seq;
}

// Row counts of lists. The counts are exact, although the stream delivers records at least once.

/** A row added to a list (1) or removed from a list (-1). */
export type RowChange = SequencedChange<number>;

interface CountChange extends SumWrite<number> {
  readonly partition: string;
}

export interface CountStore {
  /** If `expected` is met, adds `delta` and updates the sequence number. Otherwise, returns the stored sequence number. */
  apply(change: CountChange): Promise<string | undefined>;
}

/**
 * Applies each row change of one list exactly once, even if records are delivered again in other batches. @throws WriteContention
 * after five conflicts
 */
export function applyRowChanges(store: CountStore, partition: string, changes: readonly RowChange[]): Promise<void> {
  return applyOnce(changes, {
    add: (one, other) => one + other,
    apply: (write) => store.apply({ ...write, partition }),
  });
}

export const countStore: CountStore = {
  async apply({ partition, delta, lastSeq, expected }) {
    const change = { add: { rows: delta }, set: { seq: lastSeq }, condition: isAsExpected(expected) };
    const command = new UpdateCommand(updateInput(listCountKey(partition), change, 'ALL_OLD'));
    const { held, item } = await conditionally(documentClient().send(command));
    return held ? undefined : readSequence(item);
  },
};
