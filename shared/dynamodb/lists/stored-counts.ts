/** The stored number of rows of each list, exact although stream records are delivered at least once. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  applyOnce,
  isAsExpected,
  readSequence,
  type SequencedChange,
  type SumWrite,
} from '#shared/dynamodb/apply-once';
import { listCountKey } from '#shared/dynamodb/keys';
import { documentClient } from '#shared/dynamodb/table';
import { conditionally } from '#shared/dynamodb/unit-of-work';
import { updateInput } from '#shared/dynamodb/writes';

/** One row that came or went: 1 or -1. */
export type RowChange = SequencedChange<number>;

interface CountChange extends SumWrite<number> {
  readonly partition: string;
}

export interface CountStore {
  /** Adds to a count and updates its sequence number if the expectation holds; returns the stored number if not. */
  apply(change: CountChange): Promise<string | undefined>;
}

/** Counts changes of one list, each exactly once, in whatever batches they come. @throws WriteContention after five conflicts */
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
