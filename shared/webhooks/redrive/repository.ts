/** Items with a due time, found by the index `byDue`. */
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Change, equals } from '#shared/dynamodb/expressions';
import { DUE_INDEX, duePartitions, endpointOfPartition } from '#shared/dynamodb/keys';
import { documentClient, readItems, tableName } from '#shared/dynamodb/table';
import { conditionally } from '#shared/dynamodb/unit-of-work';
import { updateInput } from '#shared/dynamodb/writes';
import type { DueItem, DueKey } from './item';

/** Rows of one page: as many as one batch read can look up. */
const PAGE_SIZE = 100;

/** The partitions of the index: each is redriven by itself. */
export const listDuePartitions: () => readonly string[] = duePartitions;

/** The position to go on reading from. */
export type DueCursor = Readonly<Record<string, unknown>>;

interface DuePage {
  /** The items themselves, read consistently; those that are no longer due are left out. */
  readonly items: readonly DueItem[];
  readonly next: DueCursor | undefined;
}

export interface DueStore {
  /** Up to 100 items of a partition in the order of their time, all of them or those due before `beforeMs`. */
  list(partition: string, beforeMs: number | undefined, after: DueCursor | undefined): Promise<DuePage>;
  /** Moves an item's time, if it still is the one seen; answers whether it did. */
  reschedule(key: DueKey, seenMs: number, dueAtMs: number): Promise<boolean>;
  /** Takes an item out of the index, if its time still is the one seen. */
  clearSchedule(key: DueKey, seenMs: number): Promise<void>;
}

/** No delivery is due later than this: a last wait of 15 minutes with its jitter, and the time after which it is overdue. */
const MAX_DELIVERY_LEAD_MS = 20 * 60_000;

/**
 * Counts the deliveries that are pending at each additional endpoint, by its id, from the index of due items alone: what is due
 * within the next 20 minutes, of all partners. Read eventually consistently; for operators.
 */
export async function countPendingByEndpoint(nowMs: number): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const before = nowMs + MAX_DELIVERY_LEAD_MS;
  for (const partition of duePartitions()) {
    let after: DueCursor | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await documentClient().send(
        new QueryCommand({
          TableName: tableName(),
          IndexName: DUE_INDEX,
          ...dueRange(partition, before),
          ExclusiveStartKey: after,
        }),
      );
      for (const { PK } of Items) {
        const endpointId = endpointOfPartition(String(PK));
        if (endpointId !== undefined) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
      }
      after = LastEvaluatedKey;
    } while (after !== undefined);
  }
  return counts;
}

/** The key condition of a partition of the index, up to a time where one is given; epoch ms. */
function dueRange(partition: string, beforeMs: number | undefined) {
  return {
    KeyConditionExpression: beforeMs === undefined ? 'duePk = :partition' : 'duePk = :partition AND dueAt < :before',
    ExpressionAttributeValues: {
      ':partition': partition,
      ...(beforeMs === undefined ? {} : { ':before': beforeMs }),
    },
  };
}

export const dueStore: DueStore = {
  /**
   * An index is read eventually consistently. That does no harm: an entry that is not in it yet is found a
   * minute later, and of one that is outdated the item itself, read consistently, tells the truth: it has another
   * partition when what was due has been done.
   */
  async list(partition, beforeMs, after) {
    const { Items = [], LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: DUE_INDEX,
        ...dueRange(partition, beforeMs),
        Limit: PAGE_SIZE,
        ExclusiveStartKey: after,
      }),
    );
    const keys = Items.map(({ PK, SK }) => ({ PK: String(PK), SK: String(SK) }));
    const items = keys.length === 0 ? [] : await readItems(keys);
    const due = items.flatMap((item) => (item?.duePk === partition ? [item] : []));
    return { items: due, next: LastEvaluatedKey };
  },

  async reschedule(key, seenMs, dueAtMs) {
    // With an open outbox, the stream would carry the change of the item to the bus once more.
    return updateSchedule(key, seenMs, { set: { dueAt: dueAtMs }, remove: ['outbox'] });
  },

  async clearSchedule(key, seenMs) {
    await updateSchedule(key, seenMs, { remove: ['dueAt', 'duePk', 'outbox'] });
  },
};

async function updateSchedule(key: DueKey, seenMs: number, change: Change): Promise<boolean> {
  const input = updateInput(key, { ...change, condition: equals('dueAt', seenMs) });
  return (await conditionally(documentClient().send(new UpdateCommand(input)))).held;
}
