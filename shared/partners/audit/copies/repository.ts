/** Copies of audit records and approvals, as the stream brought them. One worker writes them, and operators cannot. */
import * as z from 'zod/mini';
import { auditCopyKey, auditCopyPartition } from '#shared/dynamodb/keys';
import { readPartition } from '#shared/dynamodb/table';
import { writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent } from '#shared/dynamodb/writes';
import { type CalendarDay, utcDay } from '#shared/values/calendar/calendar-day';
import type { AuditCopy } from './item';

const copyItem = z.object({
  of: z.object({ PK: z.string(), SK: z.string() }),
  change: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
  SK: z.string(),
  atMs: z.number(),
  image: z.record(z.string(), z.unknown()),
});

/** Stores a copy, once. @returns false where it is stored already */
export function storeAuditCopy({ position, ...copy }: AuditCopy): Promise<boolean> {
  const key = auditCopyKey(utcDay(copy.atMs), position);
  return writeIfConditionsHold([putIfAbsent({ ...key, entity: 'AUDIT_COPY', ...copy })]);
}

/** Reads the copies of a day (UTC), in the order of the stream. */
export async function readAuditCopies(day: CalendarDay): Promise<AuditCopy[]> {
  return (await readPartition(auditCopyPartition(day))).map((raw) => {
    const { SK: position, ...copy } = copyItem.parse(raw);
    return { ...copy, position };
  });
}
