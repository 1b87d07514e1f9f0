import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { decodeStreamImage, readPartition } from '#shared/changes/stream/item';
import type { SequencedChange } from '#shared/dynamodb/apply-once';
import { repeatFromLowest, streamPosition } from '#shared/dynamodb/stream-position';
import { logError, metric } from '#shared/platform/observability/log';
import { isBalanced, type Settlements, settlementsOf } from '#shared/transactions/domain/settlement';
import { toLedgerEntries } from '#shared/transactions/repository';
import type { addMovements, SettlementPlace } from '#shared/transactions/settlement/repository';

/** A movement of money of a partner. */
const journalRow = z.object({ partnerId: z.string(), entries: z.unknown() });

interface Movement extends SequencedChange<Settlements>, SettlementPlace {
  readonly sequenceNumber: string;
}

/** Tells if a record is of a movement of money and of nothing that partners see. */
export function isMovement(record: DynamoDBRecord): boolean {
  return readPartition(record)?.startsWith('JOURNAL#') === true;
}

/**
 * Adds new movements of money to the sums of their partner and day. Where one cannot be added, the stream repeats from its
 * record; the others skip what they have added already.
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
