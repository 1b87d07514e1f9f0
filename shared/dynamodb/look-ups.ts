/**
 * Look-ups of operators beyond ids: entries of the index `byDue` in partitions that no worker reads (docs/adr/025).
 * An item has one entry, so it is looked up only while nothing is due for it.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { DUE_INDEX, digest, type RecordKey } from './keys';
import { documentClient, tableName } from './table';

/** Attributes of an item that give it an entry of the index. */
export interface LookUpEntry {
  readonly duePk: string;
  /** Creation time of the item, epoch ms. It never changes, so later writes leave the entry alone. */
  readonly dueAt: number;
}

/** The marks of a transaction that banks and chains know: of its deposit, its transfer on a chain, its payout account. */
export type Handle = 'DEPOSIT' | 'HASH' | 'ACCOUNT';

/** The entry of an item under a handle. Only the digest of the value is in it. */
export function lookUpEntry(handle: Handle, value: string, createdAtMs: number): LookUpEntry {
  return { duePk: handlePartition(handle, value), dueAt: createdAtMs };
}

function handlePartition(handle: Handle, value: string): string {
  return `${handle}#${digest(canonical(value))}`;
}

/** Values count without spaces and without regard to case. No two addresses of a chain differ in that alone. */
function canonical(value: string): string {
  return value.replaceAll(/\s/g, '').toUpperCase();
}

/** The most items that a look-up of one value returns. Several owners can save the same account number. */
const MAX_FOUND = 100;

/** The keys of the items with a value, newest first. An index is read eventually consistently. */
export async function findByHandle(handle: Handle, value: string): Promise<RecordKey[]> {
  return (await readEntries({ partition: handlePartition(handle, value), limit: MAX_FOUND })).map(toKey);
}

/** Partitions of FAILED items. At 600 webhooks a second that all fail, each takes some 40 writes a second of its 1,000. */
const FAILED_SHARDS = 16;

/** The entry of a delivery that has FAILED. @param createdAt ISO 8601 */
export function failedEntry(id: string, createdAt: string): LookUpEntry {
  const shard = Number.parseInt(digest(id).slice(0, 2), 16) % FAILED_SHARDS;
  return { duePk: `FAILED#${shard}`, dueAt: Date.parse(createdAt) };
}

export interface FailedRange {
  /** Inclusive bounds of creation, epoch ms. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}

/** The keys of deliveries of all partners that have FAILED, newest first. */
export async function findFailed({ limit, ...range }: FailedRange): Promise<RecordKey[]> {
  const shards = Array.from({ length: FAILED_SHARDS }, (_, shard) =>
    readEntries({ partition: `FAILED#${shard}`, ...range, limit }),
  );
  const found = (await Promise.all(shards)).flat();
  return found
    .toSorted((left, right) => right.dueAt - left.dueAt)
    .slice(0, limit)
    .map(toKey);
}

/**
 * Lists of what waits for a person, of all partners, each in one partition: as few as people can look at. Transactions that are
 * held, orders that wait, changes that wait for a second person, and open exceptions of statements.
 */
export type WorkList = 'HELD' | 'WAITING_ORDERS' | 'APPROVALS' | 'EXCEPTIONS';

/** The entry of a pending item. @param sinceMs epoch ms */
export function workEntry(list: WorkList, sinceMs: number): LookUpEntry {
  return { duePk: list, dueAt: sinceMs };
}

/** The keys of pending items, the oldest first. */
export async function findWorkKeys(list: WorkList, limit: number): Promise<RecordKey[]> {
  return (await readEntries({ partition: list, limit, oldestFirst: true })).map(toKey);
}

interface EntryQuery extends Partial<FailedRange> {
  readonly partition: string;
  readonly limit: number;
  /** @default the newest first */
  readonly oldestFirst?: boolean;
}

type Entry = RecordKey & Pick<LookUpEntry, 'dueAt'>;

function toKey({ PK, SK }: Entry): RecordKey {
  return { PK, SK };
}

/** The first entries of a partition of the index. */
async function readEntries({ partition, limit, oldestFirst = false, ...range }: EntryQuery) {
  const { fromMs = 0, toMs = Number.MAX_SAFE_INTEGER } = range;
  const entries: Entry[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: DUE_INDEX,
        KeyConditionExpression: 'duePk = :partition AND dueAt BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':partition': partition, ':from': fromMs, ':to': toMs },
        ScanIndexForward: oldestFirst,
        Limit: limit - entries.length,
        ExclusiveStartKey: after,
      }),
    );
    for (const one of Items.map(({ PK, SK, dueAt }) => ({ PK: String(PK), SK: String(SK), dueAt: Number(dueAt) })))
      entries.push(one);
    after = LastEvaluatedKey;
  } while (after !== undefined && entries.length < limit);
  return entries;
}
