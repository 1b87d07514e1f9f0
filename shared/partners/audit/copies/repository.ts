/**
 * Copies of audit records, approvals, and changed or deleted ledger entries. A worker writes the copies from the DynamoDB stream.
 * Operators cannot write them.
 */

import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { auditCopyKey, auditCopyPartition, type RecordKey } from '#shared/dynamodb/keys';
import { decodeStreamImage } from '#shared/dynamodb/stream-item';
import { streamPosition } from '#shared/dynamodb/stream-position';
import { readPartition, type StoredRecord } from '#shared/dynamodb/table';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent } from '#shared/dynamodb/writes';
import { type CalendarDay, utcDay } from '#shared/values/calendar/calendar-day';

/** Copy of one write of an item, from the DynamoDB stream. */
export interface AuditCopy {
  readonly of: RecordKey;
  readonly change: 'INSERT' | 'MODIFY' | 'REMOVE';
  /** Position of the write in the stream, and sort key of the copy. */
  readonly position: string;
  /** Time of the write, epoch ms. */
  readonly atMs: number;
  /** Item after the write, or before its deletion. For an item of ledger entries (`JOURNAL#`): the content before the write. */
  readonly image: StoredRecord;
}

/** Builds the copy of a stream record; `undefined` if the record lacks keys or item. */
export function toAuditCopy(
  { eventName: change, dynamodb, eventSourceARN }: DynamoDBRecord,
  nowMs: number,
): AuditCopy | undefined {
  const { SequenceNumber: sequence, NewImage, OldImage, Keys, ApproximateCreationDateTime: atS } = dynamodb ?? {};
  const [PK, SK] = [Keys?.PK?.S, Keys?.SK?.S];
  // The caller copies ledger entries (`JOURNAL#`) only if they changed or were deleted. This copy contains their old content.
  const image = PK?.startsWith('JOURNAL#') ? (OldImage ?? NewImage) : (NewImage ?? OldImage);
  if (sequence === undefined || change === undefined || PK === undefined || SK === undefined || image === undefined)
    return undefined;
  const position = streamPosition(eventSourceARN, sequence);
  return {
    of: { PK, SK },
    change,
    position,
    atMs: atS === undefined ? nowMs : atS * 1000,
    image: decodeStreamImage(image),
  };
}

const copyItem = z.object({
  of: z.object({ PK: z.string(), SK: z.string() }),
  change: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
  SK: z.string(),
  atMs: z.number(),
  image: z.record(z.string(), z.unknown()),
});

/** Stores a copy once. @returns false if the copy already exists */
export function storeAuditCopy({ position, ...copy }: AuditCopy): Promise<boolean> {
  const key = auditCopyKey(utcDay(copy.atMs), position);
  return writeIfConditionsHold([putIfAbsent({ ...key, entity: 'AUDIT_COPY', ...copy })]);
}

/** Reads the copies of a day (UTC) in stream order. */
export async function readAuditCopies(day: CalendarDay): Promise<AuditCopy[]> {
  return (await readPartition(auditCopyPartition(day))).map((raw) => {
    const { SK: position, ...copy } = copyItem.parse(raw);
    return { ...copy, position };
  });
}
