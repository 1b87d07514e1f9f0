/** Reports that arrived before an earlier event, stored in one item of the transaction until they can be applied. */

import * as z from 'zod/mini';
import { duePartition, outOfOrderEventsKey, transactionKey } from '#shared/dynamodb/keys';
import { storedMoney } from '#shared/dynamodb/stored-money';
import type { StoredRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { checkItem, putItem } from '#shared/dynamodb/writes';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { triggers } from '#shared/transactions/domain/triggers';

const outOfOrderEvent = z.object({
  provider: z.string(),
  eventId: z.string(),
  trigger: z.enum(triggers),
  reason: z.optional(z.string()),
  transactionHash: z.optional(z.string()),
  reportedAtMs: z.number(),
  /** When it came, by our clock; absent in what older releases kept. */
  keptAtMs: z.optional(z.number()),
  /** The reported amount; checked when the event is applied. */
  amount: z.optional(storedMoney),
});

const outOfOrderItem = z.object({ version: z.number(), events: z.array(outOfOrderEvent) });

export type OutOfOrderEvent = z.infer<typeof outOfOrderEvent>;

/** What is kept of a transaction, as read. */
export interface OutOfOrderEvents {
  /** 0 where nothing was ever kept. */
  readonly version: number;
  /** In the order in which they happened, by their providers' clocks. */
  readonly events: readonly OutOfOrderEvent[];
}

/** More than a transaction has transitions: a provider that sends more is in error. */
export const MAX_OUT_OF_ORDER_EVENTS = 16;

export function decodeOutOfOrderEvents(raw: StoredRecord | undefined): OutOfOrderEvents {
  return raw === undefined ? { version: 0, events: [] } : outOfOrderItem.parse(raw);
}

/**
 * The action that stores the changed list of events; it fails when the list changed in between.
 * @param dueAtMs when to check whether one of them can be applied, if nothing else does before
 */
export function outOfOrderEventsWrite(
  { id, partnerId }: Pick<Transaction, 'id' | 'partnerId'>,
  before: OutOfOrderEvents,
  { events, dueAtMs }: { readonly events: readonly OutOfOrderEvent[]; readonly dueAtMs: number | undefined },
): PendingWrite {
  const due = dueAtMs === undefined ? {} : { duePk: duePartition(id), dueAt: dueAtMs };
  return putItem(
    {
      ...outOfOrderEventsKey(id),
      entity: 'OUT_OF_ORDER',
      transactionId: id,
      partnerId,
      version: before.version + 1,
      events: [...events].sort((a, b) => a.reportedAtMs - b.reportedAtMs),
      ...due,
    },
    {
      ...(before.version === 0
        ? { ConditionExpression: 'attribute_not_exists(PK)' }
        : {
            ConditionExpression: '#version = :before',
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':before': before.version },
          }),
    },
  );
}

/** Makes a write conditional on the version of the transaction on which it was decided. */
export function transactionVersionCheck({ id, version }: Transaction): PendingWrite {
  return checkItem(transactionKey(id), {
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': version },
  });
}
