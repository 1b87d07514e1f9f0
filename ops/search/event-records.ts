/** Reports of a transaction. */
import * as z from 'zod/mini';
import { PROVIDER_EVENT_PREFIX, transactionKey } from '#shared/dynamodb/keys';
import { readPartition } from '#shared/dynamodb/table';

const eventRecord = z.object({
  SK: z.string(),
  eventId: z.string(),
  trigger: z.string(),
  outcome: z.string(),
  /** The status in which the event found the transaction. */
  status: z.string(),
  atMs: z.number(),
  violation: z.optional(z.string()),
});

/** Every event that was recorded of a transaction, with its reporter, in the order of time. A transaction has few. */
export async function readEventRecords(transactionId: string) {
  const items = await readPartition(transactionKey(transactionId).PK, PROVIDER_EVENT_PREFIX);
  const events = items.map((item) => {
    const { SK, ...event } = eventRecord.parse(item);
    return { ...event, source: SK.slice(PROVIDER_EVENT_PREFIX.length).split('#')[0] ?? '' };
  });
  return events.toSorted((one, other) => one.atMs - other.atMs);
}
