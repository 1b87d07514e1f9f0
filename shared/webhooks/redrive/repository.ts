/** Items with a due time, found by the index `byDue`. */
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Change, equals } from '#shared/dynamodb/expressions';
import { DUE_INDEX, duePartitions, endpointOfPartition, type RecordKey } from '#shared/dynamodb/keys';
import { documentClient, readItems, type StoredRecord, tableName } from '#shared/dynamodb/table';
import { conditionally } from '#shared/dynamodb/unit-of-work';
import { updateInput } from '#shared/dynamodb/writes';

/** An item that the index of due items named, of any room: its room decodes it. */
export type DueItem = StoredRecord;

/** Fields of every due item. */
export interface DueFields {
  readonly key: RecordKey;
  /** Epoch ms. */
  readonly dueAt: number;
  readonly entity: unknown;
  readonly partnerId: unknown;
  /** Time of its step, where that is not `dueAt`; epoch ms. */
  readonly stepAt: unknown;
}

/** `undefined` for an item that is not due at any time. */
export function decodeDueItem(item: DueItem): DueFields | undefined {
  const { PK, SK, dueAt, entity, partnerId, stepAt } = item;
  if (typeof PK !== 'string' || typeof SK !== 'string' || typeof dueAt !== 'number') return undefined;
  return { key: { PK, SK }, dueAt, entity, partnerId, stepAt };
}

/** Rows of one page: as many as one batch read can look up. */
const PAGE_SIZE = 100;

/** The partitions of the index: each is redriven by itself. */
export const listDuePartitions: () => readonly string[] = duePartitions;

/** The position to go on reading from. */
export type DueCursor = Readonly<Record<string, unknown>>;

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
      const { Items = [], LastEvaluatedKey } = await queryDue(partition, before, { after });
      for (const { PK } of Items) {
        const endpointId = endpointOfPartition(String(PK));
        if (endpointId !== undefined) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
      }
      after = LastEvaluatedKey;
    } while (after !== undefined);
  }
  return counts;
}

export type DueStore = typeof dueStore;

export const dueStore = {
  /**
   * Reads up to 100 items of a partition in the order of their time, all of them or those due before `beforeMs`: the items
   * themselves, read consistently, without those that are no longer due.
   *
   * An index is read eventually consistently. That does no harm: an entry that is not in it yet is found a
   * minute later, and of one that is outdated the item itself tells the truth: it has another partition when what was
   * due has been done.
   */
  async list(partition: string, beforeMs: number | undefined, after: DueCursor | undefined) {
    const { Items = [], LastEvaluatedKey: next } = await queryDue(partition, beforeMs, { after, Limit: PAGE_SIZE });
    const keys = Items.map(({ PK, SK }) => ({ PK: String(PK), SK: String(SK) }));
    const found = keys.length === 0 ? [] : await readItems(keys);
    const items: readonly DueItem[] = found.flatMap((item) => (item?.duePk === partition ? [item] : []));
    return { items, next };
  },

  /** Sets another due time of an item, if it still has the time that was read. Returns true if it was set. */
  async reschedule(key: RecordKey, seenMs: number, dueAtMs: number): Promise<boolean> {
    // Without this, the stream would send the change of the item to the bus again.
    return updateSchedule(key, seenMs, { set: { dueAt: dueAtMs }, remove: ['outbox'] });
  },

  /** Takes an item out of the index, if its time still is the one seen. */
  async clearSchedule(key: RecordKey, seenMs: number): Promise<void> {
    await updateSchedule(key, seenMs, { remove: ['dueAt', 'duePk', 'outbox'] });
  },
};

/** Reads a page of a partition of the index, up to a time if one is given; epoch ms. */
function queryDue(
  partition: string,
  beforeMs: number | undefined,
  { after, Limit }: { readonly after: DueCursor | undefined; readonly Limit?: number },
) {
  return documentClient().send(
    new QueryCommand({
      ...{ TableName: tableName(), IndexName: DUE_INDEX, Limit, ExclusiveStartKey: after },
      KeyConditionExpression: beforeMs === undefined ? 'duePk = :partition' : 'duePk = :partition AND dueAt < :before',
      ExpressionAttributeValues: {
        ':partition': partition,
        ...(beforeMs === undefined ? {} : { ':before': beforeMs }),
      },
    }),
  );
}

async function updateSchedule(key: RecordKey, seenMs: number, change: Change): Promise<boolean> {
  const input = updateInput(key, { ...change, condition: equals('dueAt', seenMs) });
  return (await conditionally(documentClient().send(new UpdateCommand(input)))).held;
}
