import { randomUUID } from 'node:crypto';
import {
  DynamoDBClient,
  DynamoDBServiceException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { required } from '#shared/platform/config/environment';
import { NodeSha256 } from '#shared/platform/config/node-sha256';
import { requestTimeouts } from '#shared/platform/config/request-timeouts';
import { namingCalls } from '#shared/platform/observability/denied-call';
import type { RecordKey } from './keys';
import { backoff, MAX_ATTEMPTS } from './retry-policy';

/** An item as read: attributes by name, not yet checked against a schema. */
export type StoredRecord = Record<string, unknown>;

export type PendingWrite = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

let client: DynamoDBDocumentClient | undefined;

/** The document client of this process, made at the first use. */
export function documentClient(): DynamoDBDocumentClient {
  client ??= DynamoDBDocumentClient.from(
    namingCalls(new DynamoDBClient({ maxAttempts: 3, requestHandler: requestTimeouts, sha256: NodeSha256 })),
    {
      marshallOptions: { removeUndefinedValues: true },
    },
  );
  return client;
}

/** The table's name. @throws Error when TABLE_NAME is unset. */
export function tableName(): string {
  return required('TABLE_NAME');
}

/** Reads one item consistently. */
export async function readItem(key: RecordKey): Promise<StoredRecord | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: { ...key }, ConsistentRead: true }),
  );
  return Item;
}

/**
 * Reads up to 100 items consistently in one call, answered in the order of the keys, `undefined` where there
 * is none. Keys may repeat. What the table holds back under load is asked for again.
 */
export async function readItems(keys: readonly RecordKey[]): Promise<(StoredRecord | undefined)[]> {
  const wanted = new Map(keys.map((key) => [`${key.PK}\n${key.SK}`, key]));
  const found = new Map<string, StoredRecord>();
  let pending: Record<string, unknown>[] = [...wanted.values()].map((key) => ({ ...key }));
  for (let attempt = 0; pending.length > 0; attempt += 1) {
    if (attempt > 0) await backoff(attempt);
    const answer = await documentClient().send(
      new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: pending, ConsistentRead: true } } }),
    );
    for (const item of answer.Responses?.[tableName()] ?? []) found.set(`${item.PK}\n${item.SK}`, item);
    pending = answer.UnprocessedKeys?.[tableName()]?.Keys ?? [];
    if (attempt >= 8 && pending.length > 0)
      throw new TableUnavailable('The table did not answer a batch read in nine attempts');
  }
  return keys.map((key) => found.get(`${key.PK}\n${key.SK}`));
}

export interface RangeQuery {
  readonly partition: string;
  /** Inclusive bounds of the sort key. */
  readonly from?: string;
  readonly to?: string;
  readonly prefix?: string;
  readonly newestFirst?: boolean;
  readonly limit?: number;
  /** Exclusive start within the partition, in the direction of reading. */
  readonly after?: string;
  readonly filter?: Pick<
    QueryCommandInput,
    'FilterExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
  >;
  readonly countOnly?: boolean;
}

export interface RangePage {
  readonly items: StoredRecord[];
  readonly count: number;
  /** Rows that were read, those that the filter left out included. */
  readonly scanned: number;
  /** The last row that was read, where there may be more. */
  readonly next: string | undefined;
}

/** One call's worth of a range of a partition, read consistently. */
export async function readRange(query: RangeQuery): Promise<RangePage> {
  const bounds = sortKeyCondition(query);
  const answer = await documentClient().send(
    new QueryCommand({
      TableName: tableName(),
      ConsistentRead: true,
      KeyConditionExpression: `PK = :partition${bounds.expression}`,
      FilterExpression: query.filter?.FilterExpression,
      ExpressionAttributeNames: query.filter?.ExpressionAttributeNames,
      ExpressionAttributeValues: {
        ':partition': query.partition,
        ...bounds.values,
        ...query.filter?.ExpressionAttributeValues,
      },
      ScanIndexForward: !(query.newestFirst ?? false),
      Limit: query.limit,
      ExclusiveStartKey: query.after === undefined ? undefined : { PK: query.partition, SK: query.after },
      Select: query.countOnly === true ? 'COUNT' : undefined,
    }),
  );
  const last = answer.LastEvaluatedKey?.SK;
  return {
    items: answer.Items ?? [],
    count: answer.Count ?? 0,
    scanned: answer.ScannedCount ?? 0,
    next: typeof last === 'string' ? last : undefined,
  };
}

function sortKeyCondition(query: RangeQuery): { expression: string; values: Record<string, string> } {
  if (query.prefix !== undefined)
    return { expression: ' AND begins_with(SK, :prefix)', values: { ':prefix': query.prefix } };
  if (query.from !== undefined && query.to !== undefined) {
    return { expression: ' AND SK BETWEEN :from AND :to', values: { ':from': query.from, ':to': query.to } };
  }
  if (query.from !== undefined) return { expression: ' AND SK >= :from', values: { ':from': query.from } };
  if (query.to !== undefined) return { expression: ' AND SK <= :to', values: { ':to': query.to } };
  return { expression: '', values: {} };
}

/** Why one action of a refused transaction failed: its position, and the item as it stood, where asked for. */
export interface FailedWrite {
  readonly position: number;
  readonly item: StoredRecord | undefined;
}

/** A transactional write whose conditions did not hold. Nothing was written. */
export class ConditionsFailed extends Error {
  override readonly name = 'ConditionsFailed';
  constructor(readonly failed: readonly FailedWrite[]) {
    super('Conditions of a transactional write did not hold');
  }

  /** The failure of the action at a position, if it is one of those that failed. */
  at(position: number): FailedWrite | undefined {
    return this.failed.find((action) => action.position === position);
  }
}

/**
 * The answer to an equal request is on record, or the key was used for another request. Nothing was written. It comes
 * before every other condition that did not hold: what refused this request may be what the equal one has done.
 */
export class IdempotencyRecordExists extends Error {
  override readonly name = 'IdempotencyRecordExists';
  /** @param record the idempotency record as it stands */
  constructor(readonly record: StoredRecord) {
    super('An idempotency record exists');
  }
}

/** Other transactions on the same items stopped a write in every attempt. Nothing was written. */
export class WriteContention extends Error {
  override readonly name = 'WriteContention';
}

/**
 * The table was throttled or gave no answer in any attempt. What was to be written may have been written: the answer of
 * an attempt may have been lost.
 */
export class TableUnavailable extends Error {
  override readonly name = 'TableUnavailable';
}

/** The `entity` of idempotency records, by which a refused write recognizes one. */
export const IDEMPOTENCY_ENTITY = 'IDEMPOTENCY';

/** The action that puts an item over the one that was read: it holds while that has its `version` still. */
export function putIfVersion(version: number, Item: StoredRecord): PendingWrite {
  return {
    Put: {
      TableName: tableName(),
      Item,
      ConditionExpression: '#version = :before',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':before': version },
    },
  };
}

/**
 * Whether the table refused a write for what it holds: a value it cannot keep, an item above its size. The same write
 * is refused every time.
 */
export function isUnstorable(error: unknown): boolean {
  if (error instanceof TransactionCanceledException)
    return error.CancellationReasons?.some(({ Code }) => Code === 'ValidationError') ?? false;
  return error instanceof DynamoDBServiceException && error.name === 'ValidationException';
}

/** Reasons for which the table cancels a transaction that it may take a moment later. */
const CONFLICT = ['TransactionConflict'];
const THROTTLED = ['ThrottlingError', 'ProvisionedThroughputExceeded'];

/**
 * Writes all actions or none (at most 100, no two on one item). Conflicts with other writers and throttling
 * are tried again, five attempts in all; a failed condition never is. Every attempt carries the same token, so one
 * whose answer was lost is not written a second time, nor taken for somebody else's write.
 * @throws ConditionsFailed, IdempotencyRecordExists and WriteContention: nothing was written
 * @throws TableUnavailable: it may have been written
 */
export async function writeAtomically(writes: readonly PendingWrite[]): Promise<void> {
  const ClientRequestToken = randomUUID();
  let uncertain = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await documentClient().send(
        new TransactWriteCommand({ TransactItems: [...writes], ClientRequestToken }),
      );
      return;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = cancellationCodes(error);
      if (!codes.every((code) => CONFLICT.includes(code) || THROTTLED.includes(code))) throw error;
      // The client has sent it before: that attempt may have been committed, and its answer lost.
      uncertain ||= (error.$metadata.attempts ?? 1) > 1 || codes.some((code) => THROTTLED.includes(code));
      if (attempt === MAX_ATTEMPTS) throw attemptsExhausted(uncertain, error);
      await backoff(attempt);
    }
  }
}

/**
 * Why a transaction was cancelled, leaving out the actions that were fine.
 * @throws ConditionsFailed and IdempotencyRecordExists; the error itself where it gives no reason
 */
function cancellationCodes(error: TransactionCanceledException): string[] {
  const reasons = error.CancellationReasons ?? [];
  const failed = reasons.flatMap((reason, position) =>
    reason.Code === 'ConditionalCheckFailed'
      ? [{ position, item: reason.Item && unmarshall(reason.Item) }]
      : [],
  );
  const record = failed.find(({ item }) => item?.entity === IDEMPOTENCY_ENTITY)?.item;
  if (record !== undefined) throw new IdempotencyRecordExists(record);
  if (failed.length > 0) throw new ConditionsFailed(failed);
  const codes = reasons.flatMap(({ Code = 'None' }) => (Code === 'None' ? [] : [Code]));
  if (codes.length === 0) throw error;
  return codes;
}

function attemptsExhausted(uncertain: boolean, cause: Error): Error {
  return uncertain
    ? new TableUnavailable('The table did not take a transaction in any attempt', { cause })
    : new WriteContention('Too many writers on the same items', { cause });
}

/** The same, for writes whose failed conditions mean one thing: answers whether they held. @throws WriteContention */
export async function writeIfConditionsHold(writes: readonly PendingWrite[]): Promise<boolean> {
  try {
    await writeAtomically(writes);
    return true;
  } catch (error) {
    if (error instanceof ConditionsFailed) return false;
    throw error;
  }
}

/**
 * Sends a write of one item, and again while a transaction holds the item. The SDK repeats what was throttled or lost.
 * @throws WriteContention after five attempts: nothing was written
 */
export async function retryOnTransactionConflict<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof TransactionConflictException)) throw error;
      if (attempt === MAX_ATTEMPTS) throw attemptsExhausted((error.$metadata.attempts ?? 1) > 1, error);
      await backoff(attempt);
    }
  }
}
