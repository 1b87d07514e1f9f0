/**
 * The stored number of rows of each list, exact although stream records are delivered at least once.
 *
 * All records of one partition key come through one lineage of shards, read by one invocation at a time
 * (ParallelizationFactor 1) in the order of their sequence numbers, a child shard only after its parent. So
 * what was applied to a key is always a prefix of its records, and the last applied number, stored in the
 * count item and updated in the same write as the count, shows for each record whether it has been counted,
 * whatever records a redelivered batch holds. (Limit: a list of more than 10 GB, some 40 million rows, may be split
 * into sibling shards whose order is not related.)
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { absent, anyOf, compare, equals } from '#shared/dynamodb/expressions';
import { listCountKey } from '#shared/dynamodb/keys';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { documentClient } from '#shared/dynamodb/table';
import { conditionally } from '#shared/dynamodb/unit-of-work';
import { updateInput } from '#shared/dynamodb/writes';

/** One row that came or went. */
export interface RowChange {
  /** `streamPosition` of its record. */
  readonly seq: string;
  readonly delta: 1 | -1;
}

interface CountChange {
  readonly partition: string;
  readonly delta: number;
  readonly lastSeq: string;
  /** The condition on the stored number: below our first one, or unchanged since it was read. */
  readonly expected: { readonly below: string } | { readonly equal: string };
}

export interface CountStore {
  /** Adds to a count and updates its sequence number if the expectation holds; returns the stored number if not. */
  apply(change: CountChange): Promise<string | undefined>;
}

const MAX_ATTEMPTS = 5;

/** Counts changes of one list, each exactly once, in whatever batches they come. @throws WriteContention after five conflicts */
export async function applyRowChanges(
  store: CountStore,
  partition: string,
  changes: readonly RowChange[],
): Promise<void> {
  let pending = changes.toSorted((left, right) => (left.seq < right.seq ? -1 : 1));
  let seen: string | undefined;
  const isCounted = async (): Promise<true | undefined> => {
    const first = pending.at(0);
    const last = pending.at(-1);
    if (first === undefined || last === undefined) return true;
    const delta = pending.reduce((sum, change) => sum + change.delta, 0);
    const expected = seen === undefined ? { below: first.seq } : { equal: seen };
    const stored = await store.apply({ partition, delta, lastSeq: last.seq, expected });
    if (stored === undefined) return true;
    seen = stored;
    pending = pending.filter((change) => change.seq > stored);
    return undefined;
  };
  await retryOnConflict(isCounted, { maxAttempts: MAX_ATTEMPTS, waits: false });
}

const countItem = z.object({ seq: z.string() });

export const countStore: CountStore = {
  async apply({ partition, delta, lastSeq, expected }) {
    const condition =
      'below' in expected ? anyOf(absent('seq'), compare('seq', '<', expected.below)) : equals('seq', expected.equal);
    const change = { add: { rows: delta }, set: { seq: lastSeq }, condition };
    const command = new UpdateCommand(updateInput(listCountKey(partition), change, 'ALL_OLD'));
    const { held, item } = await conditionally(documentClient().send(command));
    return held ? undefined : countItem.parse(item).seq;
  },
};
