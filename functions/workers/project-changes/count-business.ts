import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { applyRowChanges, type CountStore, type RowChange, type SequencedChange } from '#shared/dynamodb/apply-once';
import { isCountedList } from '#shared/dynamodb/lists/list-rows';
import { decodeStreamImage, type ItemImages, isListRow, readPartition } from '#shared/dynamodb/stream-item';
import { padStreamSequence, repeatFromLowest, streamPosition } from '#shared/dynamodb/stream-position';
import { type BusinessMetric, logError, metric, type TransactionMetric } from '#shared/platform/observability/log';
import { isBalanced, type Settlements, settlementsOf } from '#shared/transactions/domain/settlement';
import {
  kindFacts,
  statusFacts,
  type TransactionStatus,
  transactionStatuses,
} from '#shared/transactions/domain/status-facts';
import { toLedgerEntries } from '#shared/transactions/repository';
import type { addMovements, SettlementPlace } from '#shared/transactions/settlement/repository';
import { type TransactionKind, transactionKinds } from '#shared/values/transaction-kinds';

const transaction = z.object({ kind: z.enum(transactionKinds), status: z.enum(transactionStatuses) });
const quote = z.object({ kind: z.enum(['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP_LEG', 'CROSS_RAMP']) });
const decision = z.object({ status: z.enum(['VERIFIED', 'REJECTED', 'REVIEW_NEEDED']) });
const declaration = z.object({ id: z.string(), status: z.string() });

/**
 * Counts business metrics from committed writes: states that transactions entered, quotes, verification decisions and signatures.
 * A record that the stream repeats is counted again, but repeats are rare. An unreadable record is skipped.
 */
export function countBusiness(records: readonly DynamoDBRecord[]): void {
  for (const { eventName, dynamodb } of records) {
    if (eventName === 'REMOVE' || dynamodb?.NewImage === undefined) continue;
    const before = dynamodb.OldImage === undefined ? undefined : decodeStreamImage(dynamodb.OldImage);
    const name = businessMetricFor(decodeStreamImage(dynamodb.NewImage), before);
    if (name !== undefined) metric(name, 1);
  }
}

/**
 * Returns the records that the stream does not repeat. Repeated records are counted after the repetition.
 * @param sequenceNumber start of the repetition; `undefined` if the stream repeats nothing
 */
export function changesBefore(
  sequenceNumber: string | undefined,
  records: readonly DynamoDBRecord[],
): readonly DynamoDBRecord[] {
  if (sequenceNumber === undefined) return records;
  const end = padStreamSequence(sequenceNumber);
  return records.filter(({ dynamodb }) => padStreamSequence(dynamodb?.SequenceNumber ?? '') < end);
}

/** Returns the business metric of a write; `undefined` if no metric counts the write. */
function businessMetricFor(after: ItemImages['after'], before: ItemImages['before']): BusinessMetric | undefined {
  switch (after.entity) {
    case 'TX': {
      const { data } = transaction.safeParse(after);
      if (data === undefined || data.status === before?.status) return undefined;
      // The field contains kind and status, so that a log query can add up the states of each kind.
      metric('statesEntered', 1, { [`${data.kind}_${data.status}`]: 1 });
      return transactionMetricFor(data.kind, data.status);
    }
    case 'QUOTE': {
      const { data } = quote.safeParse(after);
      if (data === undefined) return undefined;
      if (after.usedBy !== before?.usedBy) return 'quotesUsed';
      return before === undefined ? 'quotesLocked' : undefined;
    }
    case 'KYC': {
      const { data } = decision.safeParse(after);
      return data === undefined || data.status === before?.status ? undefined : `verification:${data.status}`;
    }
    case 'PERSON': {
      const { data } = declaration.safeParse(after.declaration);
      const { data: earlier } = declaration.safeParse(before?.declaration);
      if (data === undefined || (data.id === earlier?.id && data.status === earlier.status)) return undefined;
      if (data.status === 'SIGNED') return 'signature:SIGNED';
      return data.id === earlier?.id ? undefined : 'signature:REQUESTED';
    }
    default:
      return undefined;
  }
}

/** Returns the metric of a state; `undefined` if no metric counts the state. */
function transactionMetricFor(kind: TransactionKind, status: TransactionStatus): TransactionMetric | undefined {
  if (status === kindFacts[kind].initial) return `transactionsCreated:${kind}`;
  if (status === 'FIAT_RECEIVED' || status === 'CRYPTO_RECEIVED') return 'transactionsPaidIn';
  if (status === 'COMPLETED') return 'transactionsCompleted';
  if (/^AWAITING_MANUAL_/.test(status)) return 'transactionsAwaitingManualTransfer';
  return statusFacts[status].end === 'UNPAID' ? 'transactionsEndedUnpaid' : undefined;
}

const journalRow = z.object({ partnerId: z.string(), entries: z.unknown() });

interface Movement extends SequencedChange<Settlements>, SettlementPlace {
  readonly sequenceNumber: string;
}

/** Returns true if a record is a journal entry (a movement of money), which partners do not see. */
export function isMovement(record: DynamoDBRecord): boolean {
  return readPartition(record)?.startsWith('JOURNAL#') === true;
}

/**
 * Adds new movements of money to the sums of their partner and day. If a sum cannot be stored, the stream repeats from the first
 * record of this sum. The other sums skip movements that they already include.
 */
export async function countSettlements(
  add: typeof addMovements,
  records: readonly DynamoDBRecord[],
  nowMs: number,
): Promise<DynamoDBBatchResponse> {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const movements = records.flatMap(toMovement);
  const places = [...new Set(movements.map(placeName))];
  const failed = await Promise.all(
    places.map(async (place) => {
      const own = movements.filter((movement) => placeName(movement) === place);
      const [first] = own;
      if (first === undefined) return [];
      try {
        await add(first, own, today);
        return [];
      } catch (error) {
        logError('Movements of money could not be summed up', error, { worker: 'projectChanges', count: own.length });
        return own;
      }
    }),
  );
  return repeatFromLowest(failed.flat().map(({ sequenceNumber }) => sequenceNumber));
}

function placeName({ partnerId, day, shard }: SettlementPlace): string {
  return `${partnerId} ${day} ${shard}`;
}

function toMovement(record: DynamoDBRecord): Movement[] {
  const { eventName, dynamodb, eventSourceARN } = record;
  const sequenceNumber = dynamodb?.SequenceNumber;
  if (eventName !== 'INSERT' || sequenceNumber === undefined || dynamodb?.NewImage === undefined) return [];
  const { data } = journalRow.safeParse(decodeStreamImage(dynamodb.NewImage));
  const [, day, shard] = readPartition(record)?.split('#') ?? [];
  if (data === undefined || day === undefined || shard === undefined) return [];
  const entries = toLedgerEntries(data.entries);
  if (!isBalanced(entries)) {
    metric('entryUnbalanced', 1);
    logError('A movement of money does not balance', new Error('debits differ from credits'), { sequenceNumber });
  }
  const delta = settlementsOf(entries);
  if (delta.size === 0) return [];
  const { partnerId } = data;
  return [{ partnerId, day, shard, delta, sequenceNumber, seq: streamPosition(eventSourceARN, sequenceNumber) }];
}

interface CountedRow extends RowChange {
  readonly partition: string;
  readonly sequenceNumber: string;
}

/**
 * Updates the row counts of lists after rows were added or removed. If the count of a list cannot be stored, the stream repeats
 * from the list's first record. The other lists skip rows that they have already counted.
 */
export async function countLists(
  store: CountStore,
  records: readonly DynamoDBRecord[],
): Promise<DynamoDBBatchResponse> {
  const rows = records.flatMap(toCountedRows);
  const partitions = [...new Set(rows.map(({ partition }) => partition))];
  const failed = await Promise.all(
    partitions.map(async (partition) => {
      const own = rows.filter((row) => row.partition === partition);
      try {
        await applyRowChanges(store, partition, own);
        return [];
      } catch (error) {
        logError('A list could not be counted', error, { worker: 'projectChanges', count: own.length });
        return own;
      }
    }),
  );
  return repeatFromLowest(failed.flat().map(({ sequenceNumber }) => sequenceNumber));
}

/** Returns the inserted or removed row of a counted list. Updates of a row do not change the number of rows. */
function toCountedRows(record: DynamoDBRecord): CountedRow[] {
  const partition = readPartition(record);
  const { eventName, dynamodb, eventSourceARN } = record;
  const sequenceNumber = dynamodb?.SequenceNumber;
  if (partition === undefined || sequenceNumber === undefined || !isListRow(record) || !isCountedList(partition))
    return [];
  if (eventName !== 'INSERT' && eventName !== 'REMOVE') return [];
  const seq = streamPosition(eventSourceARN, sequenceNumber);
  return [{ partition, sequenceNumber, seq, delta: eventName === 'INSERT' ? 1 : -1 }];
}
