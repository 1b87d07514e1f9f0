import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { requestTimeouts } from '#shared/platform/config/cloud-clients';
import { required } from '#shared/platform/config/environment';
import { namingCalls } from '#shared/platform/observability/denied-call';
import { type Condition, toCondition } from './expressions';
import type { RecordKey } from './keys';
import { countRead, requestedCapacity } from './read-units';
import { backoff, TableUnavailable } from './retry-on-conflict';

/** Item in the format of DynamoDB's response: attributes by name, not validated against a schema. */
export type StoredRecord = Record<string, unknown>;

let client: DynamoDBDocumentClient | undefined;

/** Returns the document client of this process; creates the client on the first call. */
export function documentClient(): DynamoDBDocumentClient {
  client ??= makeClient();
  return client;
}

function makeClient(): DynamoDBDocumentClient {
  const plain = new DynamoDBClient({ maxAttempts: 3, requestHandler: requestTimeouts });
  // This middleware makes a redacted copy of every request and response for a log that we do not use.
  plain.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(namingCalls(plain), { marshallOptions: { removeUndefinedValues: true } });
}

/** Returns the table's name. @throws Error if TABLE_NAME is not set */
export function tableName(): string {
  return required('TABLE_NAME');
}

/** Reads one item with a strongly consistent read. */
export async function readItem(key: RecordKey): Promise<StoredRecord | undefined> {
  const { Item, ConsumedCapacity } = await documentClient().send(
    new GetCommand({
      ...{ TableName: tableName(), Key: { ...key }, ConsistentRead: true },
      ReturnConsumedCapacity: requestedCapacity(),
    }),
  );
  countRead(ConsumedCapacity);
  return Item;
}

/** Maximum number of keys in one batch read (service limit). */
const MAX_BATCH_READ = 100;

/**
 * Reads items with strong consistency, 100 per call. Returns the items in the order of the keys, with `undefined` for missing
 * items. Keys may repeat. Unprocessed keys are requested again.
 */
export async function readItems(keys: readonly RecordKey[]): Promise<(StoredRecord | undefined)[]> {
  const requested = [...new Map(keys.map((key) => [`${key.PK}\n${key.SK}`, key])).values()];
  const found = new Map<string, StoredRecord>();
  for (let from = 0; from < requested.length; from += MAX_BATCH_READ)
    for (const item of await readBatch(requested.slice(from, from + MAX_BATCH_READ)))
      found.set(`${item.PK}\n${item.SK}`, item);
  return keys.map((key) => found.get(`${key.PK}\n${key.SK}`));
}

/** Reads up to 100 items, in any order. Omits missing items. */
async function readBatch(keys: readonly RecordKey[]): Promise<StoredRecord[]> {
  const found: StoredRecord[] = [];
  let pending: Record<string, unknown>[] = keys.map((key) => ({ ...key }));
  for (let attempt = 0; pending.length > 0; attempt += 1) {
    if (attempt > 0) await backoff(attempt);
    const response = await documentClient().send(
      new BatchGetCommand({
        RequestItems: { [tableName()]: { Keys: pending, ConsistentRead: true } },
        ReturnConsumedCapacity: requestedCapacity(),
      }),
    );
    countRead(response.ConsumedCapacity);
    for (const item of response.Responses?.[tableName()] ?? []) found.push(item);
    pending = response.UnprocessedKeys?.[tableName()]?.Keys ?? [];
    if (attempt >= 8 && pending.length > 0)
      throw new TableUnavailable('The table did not respond to a batch read in nine attempts');
  }
  return found;
}

/** Reads one item with strong consistency and decodes the item. */
export async function readRecord<T>(
  key: RecordKey,
  decode: (raw: StoredRecord) => T | undefined,
): Promise<T | undefined> {
  const item = await readItem(key);
  return item && decode(item);
}

/**
 * Reads items with `readItems` and returns the decoded items, without missing items.
 * @param decode returns `undefined` for an item to omit
 */
export async function readRecords<T>(
  keys: readonly RecordKey[],
  decode: (raw: StoredRecord) => T | undefined,
): Promise<T[]> {
  const items = await readItems(keys);
  return items.flatMap((item) => (item && decode(item)) ?? []);
}

export interface RangeQuery {
  readonly partition: string;
  /** Inclusive lower and upper bound of the sort key. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly prefix?: string | undefined;
  readonly newestFirst?: boolean;
  readonly limit?: number;
  /** Sort key after which the read starts, in the direction of reading. */
  readonly after?: string | undefined;
  readonly filter?: Condition | undefined;
  readonly countOnly?: boolean;
}

export interface RangePage {
  readonly items: StoredRecord[];
  readonly count: number;
  /** Number of scanned rows, including the rows that the filter excluded. */
  readonly scanned: number;
  /** Sort key of the last row that was read; `undefined` at the end of the range. */
  readonly next: string | undefined;
}

/** Reads one page of a range of a partition, with strong consistency. */
export async function readRange(query: RangeQuery): Promise<RangePage> {
  const bounds = sortKeyCondition(query);
  const filter = query.filter && toCondition(query.filter);
  const response = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      ConsistentRead: true,
      KeyConditionExpression: `PK = :partition${bounds.expression}`,
      FilterExpression: filter?.ConditionExpression,
      ExpressionAttributeNames: filter?.ExpressionAttributeNames,
      ExpressionAttributeValues: {
        ':partition': query.partition,
        ...bounds.values,
        ...filter?.ExpressionAttributeValues,
      },
      ScanIndexForward: !(query.newestFirst ?? false),
      Limit: query.limit,
      ExclusiveStartKey: query.after === undefined ? undefined : { PK: query.partition, SK: query.after },
      Select: query.countOnly === true ? 'COUNT' : undefined,
      ReturnConsumedCapacity: requestedCapacity(),
    }),
  );
  countRead(response.ConsumedCapacity);
  const last = response.LastEvaluatedKey?.SK;
  return {
    items: response.Items ?? [],
    count: response.Count ?? 0,
    scanned: response.ScannedCount ?? 0,
    next: typeof last === 'string' ? last : undefined,
  };
}

function sortKeyCondition({ prefix, from, to }: RangeQuery): { expression: string; values: Record<string, string> } {
  if (prefix !== undefined) return { expression: ' AND begins_with(SK, :prefix)', values: { ':prefix': prefix } };
  if (from !== undefined && to !== undefined)
    return { expression: ' AND SK BETWEEN :from AND :to', values: { ':from': from, ':to': to } };
  if (from !== undefined) return { expression: ' AND SK >= :from', values: { ':from': from } };
  if (to !== undefined) return { expression: ' AND SK <= :to', values: { ':to': to } };
  return { expression: '', values: {} };
}

/** Reads every item of a range, page by page. */
export async function* readPages(query: RangeQuery): AsyncGenerator<StoredRecord[]> {
  let { after } = query;
  do {
    const page = await readRange({ ...query, after });
    yield page.items;
    after = page.next;
  } while (after !== undefined);
}

/** Reads all items of a partition, or the items with a sort key prefix. */
export async function readPartition(partition: string, prefix?: string): Promise<StoredRecord[]> {
  const items: StoredRecord[] = [];
  for await (const page of readPages({ partition, prefix })) for (const one of page) items.push(one);
  return items;
}
