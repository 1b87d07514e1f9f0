/** Commits several writes in one transaction, and defines the errors of a commit. */
import { randomUUID } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { backoff, MAX_ATTEMPTS, TableUnavailable, WriteContention } from './retry-on-conflict';
import { documentClient, type StoredRecord } from './table';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/**
 * Write that is not committed. Repositories create the write with `shared/dynamodb/writes.ts`. A use case passes the write to
 * `writeAtomically` and cannot read its content.
 */
export class PendingWrite {
  readonly #action: TransactItem;

  constructor(action: TransactItem) {
    this.#action = action;
  }

  static toTransactItems(writes: readonly PendingWrite[]): TransactItem[] {
    return writes.map((write) => write.#action);
  }
}

/** Write with a failed condition: its position among the writes, and the current item if the write's `onFailure` is `ALL_OLD`. */
export interface FailedWrite {
  readonly position: number;
  readonly item: StoredRecord | undefined;
}

/** Error of a transactional write with a failed condition. Nothing was written. */
export class ConditionsFailed extends Error {
  override readonly name = 'ConditionsFailed';
  constructor(readonly failed: readonly FailedWrite[]) {
    super('Conditions of a transactional write did not hold');
  }

  /** Returns the failure of the write at a position; `undefined` if that write did not fail. */
  at(position: number): FailedWrite | undefined {
    return this.failed.find((action) => action.position === position);
  }
}

/**
 * The idempotency key already has a stored response, to an equal or a different request. Nothing was written. This error replaces
 * the errors of all other failed conditions, because an equal earlier request may have caused these failures.
 */
export class IdempotencyRecordExists extends Error {
  override readonly name = 'IdempotencyRecordExists';
  /** @param record the stored idempotency record */
  constructor(readonly record: StoredRecord) {
    super('An idempotency record exists');
  }
}

/** Value of `entity` in idempotency records. After a failed write, it shows that the existing item is an idempotency record. */
export const IDEMPOTENCY_ENTITY = 'IDEMPOTENCY';

/** Returns true if DynamoDB rejected the content of a write, for example an item above the maximum size. A retry fails again. */
export function isUnstorable(error: unknown): boolean {
  if (error instanceof TransactionCanceledException)
    return error.CancellationReasons?.some(({ Code }) => Code === 'ValidationError') ?? false;
  return error instanceof DynamoDBServiceException && error.name === 'ValidationException';
}

/** Cancellation reasons after which a retry can succeed. */
const CONFLICT = ['TransactionConflict'];
const THROTTLED = ['ThrottlingError', 'ProvisionedThroughputExceeded'];

/**
 * Commits all writes or none: at most 100, and at most one per item. Retries only after conflicts and throttling, always with the
 * same `ClientRequestToken` (docs/adr/016).
 * @throws ConditionsFailed, IdempotencyRecordExists and WriteContention: nothing was written
 * @throws TableUnavailable: the writes may have been committed
 */
export async function writeAtomically(writes: readonly PendingWrite[]): Promise<void> {
  const ClientRequestToken = randomUUID();
  let uncertain = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await documentClient().send(
        new TransactWriteCommand({ TransactItems: PendingWrite.toTransactItems(writes), ClientRequestToken }),
      );
      return;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = cancellationCodes(error);
      if (!codes.every((code) => CONFLICT.includes(code) || THROTTLED.includes(code))) throw error;
      // `uncertain` leads to `TableUnavailable`: after throttling, or if the SDK retried the request. In the second case, an
      // earlier attempt may have been committed and its response lost.
      uncertain ||= (error.$metadata.attempts ?? 1) > 1 || codes.some((code) => THROTTLED.includes(code));
      if (attempt === MAX_ATTEMPTS) throw attemptsExhausted(uncertain, error);
      await backoff(attempt);
    }
  }
}

/**
 * Returns the reason codes of the writes that failed in a cancelled transaction.
 * @throws ConditionsFailed and IdempotencyRecordExists; the original error if no reason is present
 */
function cancellationCodes(error: TransactionCanceledException): string[] {
  const reasons = error.CancellationReasons ?? [];
  const failed = reasons.flatMap((reason, position) =>
    reason.Code === 'ConditionalCheckFailed' ? [{ position, item: reason.Item && unmarshall(reason.Item) }] : [],
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

/**
 * Commits the writes like `writeAtomically`. Returns false if a condition failed. @throws WriteContention and TableUnavailable
 */
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
 * Writes one item, and retries while a transaction locks the item. The SDK retries throttled and lost requests.
 * @throws WriteContention, or TableUnavailable if the SDK retried the last attempt: the item may then have been written
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

/**
 * Converts the response to a conditional write of one item. If the condition held, `item` contains the requested attributes.
 * Otherwise `item` is the current item, if the write requested the item and the item exists.
 */
export async function conditionally(
  response: Promise<{ readonly Attributes?: StoredRecord | undefined }>,
): Promise<{ readonly held: boolean; readonly item: StoredRecord | undefined }> {
  try {
    return { held: true, item: (await response).Attributes };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { held: false, item: error.Item && unmarshall(error.Item) };
  }
}
