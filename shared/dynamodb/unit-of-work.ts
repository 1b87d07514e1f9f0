/** The table as use cases see it: writes that are committed together, and the failures of a commit. */
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
 * One write that is not committed yet. Repositories make it (`shared/dynamodb/writes.ts`); a use case passes it on to
 * `writeAtomically` and cannot look inside.
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

/** Why one action of a refused transaction failed: its position, and the item at that time, if requested. */
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

  /** The failure of the action at a position, if it failed. */
  at(position: number): FailedWrite | undefined {
    return this.failed.find((action) => action.position === position);
  }
}

/**
 * The response to an equal request is stored, or the key was used for another request. Nothing was written. It has
 * priority over every other failed condition, because the equal request may have caused that.
 */
export class IdempotencyRecordExists extends Error {
  override readonly name = 'IdempotencyRecordExists';
  /** @param record the stored idempotency record */
  constructor(readonly record: StoredRecord) {
    super('An idempotency record exists');
  }
}

/** The `entity` of idempotency records, by which a refused write recognizes one. */
export const IDEMPOTENCY_ENTITY = 'IDEMPOTENCY';

/**
 * Returns true if the table refused the content of a write: a value it cannot keep, an item above its size. The same
 * write is refused every time.
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
 * whose response was lost is not written a second time, nor taken for somebody else's write.
 * @throws ConditionsFailed, IdempotencyRecordExists and WriteContention: nothing was written
 * @throws TableUnavailable: it may have been written
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
      // The client has sent it before: that attempt may have been committed, and its response lost.
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

/** The same, for writes whose failed conditions mean one thing: returns whether they held. @throws WriteContention */
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
 * Sends a write of one item, and again while a transaction holds the item. The SDK repeats throttled and lost writes.
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

/**
 * The response to a conditional write of one item: the attributes that were requested where the condition held; where it
 * did not, the item as it was found, if that was requested and there is one.
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
