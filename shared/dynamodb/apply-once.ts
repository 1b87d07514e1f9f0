/**
 * Sums over records of the stream, exact although these are delivered at least once.
 *
 * All records of one partition key come through one lineage of shards, read by one invocation at a time
 * (ParallelizationFactor 1) in the order of their sequence numbers, a child shard only after its parent. So
 * what was applied of a key is always a prefix of its records, and the last applied number, stored next to the
 * sum and updated in the same write, shows for each record whether it has been counted,
 * whatever records a redelivered batch holds. (Limit: a partition of more than 10 GB, some 40 million rows, may be split
 * into sibling shards whose order is not related.)
 */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { absent, anyOf, type Condition, compare, equals } from './expressions';
import { listCountKey } from './keys';
import { retryOnConflict } from './retry-on-conflict';
import { documentClient } from './table';
import { conditionally } from './unit-of-work';
import { updateInput } from './writes';

/** A change by one record of a partition. */
export interface SequencedChange<Delta> {
  /** `streamPosition` of its record. */
  readonly seq: string;
  readonly delta: Delta;
}

/** The condition on the stored number: below our first one, or unchanged since it was read. */
export type ExpectedSequence = { readonly below: string } | { readonly equal: string };

/** A write that adds to a sum. */
export interface SumWrite<Delta> {
  readonly delta: Delta;
  readonly lastSeq: string;
  readonly expected: ExpectedSequence;
}

interface Sum<Delta> {
  readonly add: (one: Delta, other: Delta) => Delta;
  /** Adds to the stored sum and updates its sequence number if the expectation holds; returns the stored number if not. */
  readonly apply: (write: SumWrite<Delta>) => Promise<string | undefined>;
}

const MAX_ATTEMPTS = 5;

/** Applies changes of one partition, each exactly once, regardless of the batches. @throws WriteContention after five conflicts */
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

/** Reads the stored number of a sum. */
export function readSequence(item: unknown): string {
  return summed.parse(item).seq;
}

// The stored number of rows of each list, exact although stream records are delivered at least once.

/** One row that came or went: 1 or -1. */
export type RowChange = SequencedChange<number>;

interface CountChange extends SumWrite<number> {
  readonly partition: string;
}

export interface CountStore {
  /** Adds to a count and updates its sequence number if the expectation holds; returns the stored number if not. */
  apply(change: CountChange): Promise<string | undefined>;
}

/** Counts changes of one list, each exactly once, regardless of the batches. @throws WriteContention after five conflicts */
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
