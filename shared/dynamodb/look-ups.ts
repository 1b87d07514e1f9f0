/**
 * Searches of operators by values other than ids, with entries of the index `byDue` that no worker reads (docs/adr/025). A search
 * does not find items with an entry for due work.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { DUE_INDEX, digest, type RecordKey } from './keys';
import { documentClient, tableName } from './table';

/** Attributes that add an item to the index. */
export interface LookUpEntry {
  readonly duePk: string;
  /**
   * Creation time of the item or, in a queue for manual work, the start of the wait, epoch ms. Later writes do not change this
   * time, so they do not update the index entry.
   */
  readonly dueAt: number;
}

/**
 * Kinds of values by which an operator can search: deposit reference and hash of a token transfer for transactions, account
 * number for bank accounts. People outside our service know these values, but not our ids.
 */
export type Handle = 'DEPOSIT' | 'HASH' | 'ACCOUNT';

/** Returns the index entry of an item for a handle. The entry contains only the digest of the value. */
export function lookUpEntry(handle: Handle, value: string, createdAtMs: number): LookUpEntry {
  return { duePk: handlePartition(handle, value), dueAt: createdAtMs };
}

function handlePartition(handle: Handle, value: string): string {
  return `${handle}#${digest(canonical(value))}`;
}

/** Removes spaces and converts to upper case. Two off-ramp deposit addresses or hashes practically never differ only in case. */
function canonical(value: string): string {
  return value.replaceAll(/\s/g, '').toUpperCase();
}

/** Maximum number of items that a search returns. Several users or receivers can have bank accounts with the same number. */
const MAX_FOUND = 100;

/** Returns the keys of the items with the given value, newest first. Index reads are eventually consistent. */
export async function findByHandle(handle: Handle, value: string): Promise<RecordKey[]> {
  return (await readEntries({ partition: handlePartition(handle, value), limit: MAX_FOUND })).map(toKey);
}

/**
 * Number of index partitions for FAILED deliveries. If all of 600 webhooks per second fail, each partition receives about 40
 * writes per second. DynamoDB's limit for a partition is 1,000 writes per second.
 */
const FAILED_SHARDS = 16;

/** Returns the index entry of a FAILED delivery. @param createdAt ISO 8601 */
export function failedEntry(id: string, createdAt: string): LookUpEntry {
  const shard = Number.parseInt(digest(id).slice(0, 2), 16) % FAILED_SHARDS;
  return { duePk: `FAILED#${shard}`, dueAt: Date.parse(createdAt) };
}

export interface FailedRange {
  /** Inclusive bounds of the creation time, epoch ms. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}

/** Returns the keys of the FAILED deliveries of all partners, newest first. */
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
 * Queues for manual work: held transactions, waiting orders, changes that need a second person's approval, and open statement
 * exceptions. Each queue is one partition for all partners, because people can process only a small number of items.
 */
export type WorkList = 'HELD' | 'WAITING_ORDERS' | 'APPROVALS' | 'EXCEPTIONS';

/** Returns the index entry of an item in a queue. @param sinceMs start of the wait in the queue, epoch ms */
export function workEntry(list: WorkList, sinceMs: number): LookUpEntry {
  return { duePk: list, dueAt: sinceMs };
}

/** Returns the keys of the items in a queue, oldest first. */
export async function findWorkKeys(list: WorkList, limit: number): Promise<RecordKey[]> {
  return (await readEntries({ partition: list, limit, oldestFirst: true })).map(toKey);
}

interface EntryQuery extends Partial<FailedRange> {
  readonly partition: string;
  readonly limit: number;
  /** @default newest first */
  readonly oldestFirst?: boolean;
}

type Entry = RecordKey & Pick<LookUpEntry, 'dueAt'>;

function toKey({ PK, SK }: Entry): RecordKey {
  return { PK, SK };
}

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
