/** Reads and reschedules items with a due time, found by the index `byDue`. */
import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Change, equals } from '#shared/dynamodb/expressions';
import { DUE_INDEX, duePartitions, endpointOfPartition, type RecordKey } from '#shared/dynamodb/keys';
import { documentClient, readItems, type StoredRecord, tableName } from '#shared/dynamodb/table';
import { conditionally } from '#shared/dynamodb/unit-of-work';
import { updateInput } from '#shared/dynamodb/writes';

/** An item of any entity, found in the index of due items. The entity's module decodes the item. */
export type DueItem = StoredRecord;

/** Fields of every due item. */
export interface DueFields {
  readonly key: RecordKey;
  /** Epoch ms. */
  readonly dueAt: number;
  readonly entity: unknown;
  readonly partnerId: unknown;
  /** Planned time of the item's step, epoch ms. The redrive changes only `dueAt`. */
  readonly stepAt: unknown;
}

/** Returns the due fields of an item; `undefined` if the item has no due time. */
export function decodeDueItem(item: DueItem): DueFields | undefined {
  const { PK, SK, dueAt, entity, partnerId, stepAt } = item;
  if (typeof PK !== 'string' || typeof SK !== 'string' || typeof dueAt !== 'number') return undefined;
  return { key: { PK, SK }, dueAt, entity, partnerId, stepAt };
}

/** Rows of one page, equal to the maximum of one batch read. */
const PAGE_SIZE = 100;

/** Returns the partitions of the index. Each partition has a separate redrive. */
export const listDuePartitions: () => readonly string[] = duePartitions;

/** Start position of the next page. */
export type DueCursor = Readonly<Record<string, unknown>>;

/**
 * Upper limit of the time until a pending delivery is due in the index: the longest wait (15 minutes), its jitter, and the two
 * minutes after which an attempt counts as lost.
 */
const MAX_DELIVERY_LEAD_MS = 20 * 60_000;

/**
 * Counts the pending deliveries of all partners by additional endpoint id. Reads the due items of the next 20 minutes from the
 * index only. The read is eventually consistent, which is sufficient for operators.
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
   * Reads up to 100 due items of an index partition by due time. The index is eventually consistent: a missing entry is found a
   * minute later. An outdated entry is skipped, because `duePk` of the table item changes when the due work is done.
   */
  async list(partition: string, beforeMs: number | undefined, after: DueCursor | undefined) {
    const { Items = [], LastEvaluatedKey: next } = await queryDue(partition, beforeMs, { after, Limit: PAGE_SIZE });
    const keys = Items.map(({ PK, SK }) => ({ PK: String(PK), SK: String(SK) }));
    const found = keys.length === 0 ? [] : await readItems(keys);
    const items: readonly DueItem[] = found.flatMap((item) => (item?.duePk === partition ? [item] : []));
    return { items, next };
  },

  /** Sets another due time of an item if `dueAt` is unchanged since the read. Returns true if the time was set. */
  async reschedule(key: RecordKey, seenMs: number, dueAtMs: number): Promise<boolean> {
    // With an open outbox, the stream would send this change to the bus again.
    return updateSchedule(key, seenMs, { set: { dueAt: dueAtMs }, remove: ['outbox'] });
  },

  /** Removes an item from the index if `dueAt` is unchanged since the read. */
  async clearSchedule(key: RecordKey, seenMs: number): Promise<void> {
    await updateSchedule(key, seenMs, { remove: ['dueAt', 'duePk', 'outbox'] });
  },
};

/** Reads a page of an index partition, optionally only items due before `beforeMs` (epoch ms). */
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
