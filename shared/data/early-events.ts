/** Reports of providers that came before what they follow, kept in one item of the transaction until their time comes. */
import * as z from 'zod/mini';
import { storedMoney } from '#shared/data/items/money';
import { duePartition, earlyEventsKey, transactionKey } from '#shared/data/keys';
import { type RawItem, tableName, type WriteAction } from '#shared/data/table';
import type { Transaction } from '#shared/domain/transactions/transaction';
import { triggers } from '#shared/domain/transactions/transition-table';

const earlyEvent = z.object({
  provider: z.string(),
  eventId: z.string(),
  trigger: z.enum(triggers),
  reason: z.optional(z.string()),
  transactionHash: z.optional(z.string()),
  reportedAtMs: z.number(),
  /** When it came, by our clock; absent in what older releases kept. */
  keptAtMs: z.optional(z.number()),
  /** What it says was moved; looked at again when its time comes. */
  amount: z.optional(storedMoney),
});

const earlyItem = z.object({ version: z.number(), events: z.array(earlyEvent) });

export type EarlyEvent = z.infer<typeof earlyEvent>;

/** What is kept of a transaction, as read. */
export interface EarlyEvents {
  /** 0 where nothing was ever kept. */
  readonly version: number;
  /** In the order in which they happened, by their providers' clocks. */
  readonly events: readonly EarlyEvent[];
}

/** More than a transaction has transitions: beyond it, somebody is not telling a story. */
export const MOST_EARLY = 16;

export function decodeEarlyEvents(raw: RawItem | undefined): EarlyEvents {
  return raw === undefined ? { version: 0, events: [] } : earlyItem.parse(raw);
}

/**
 * The action that keeps other events than before; it fails when they changed meanwhile.
 * @param dueAtMs when to see whether one of them can be applied, should nobody else have seen it before
 */
export function storeEarlyEvents(
  { id, partnerId }: Pick<Transaction, 'id' | 'partnerId'>,
  before: EarlyEvents,
  { events, dueAtMs }: { readonly events: readonly EarlyEvent[]; readonly dueAtMs: number | undefined },
): WriteAction {
  const due = dueAtMs === undefined ? {} : { duePk: duePartition(id), dueAt: dueAtMs };
  return {
    Put: {
      TableName: tableName(),
      Item: {
        ...earlyEventsKey(id),
        entity: 'EARLY',
        transactionId: id,
        partnerId,
        version: before.version + 1,
        events: [...events].sort((a, b) => a.reportedAtMs - b.reportedAtMs),
        ...due,
      },
      ...(before.version === 0
        ? { ConditionExpression: 'attribute_not_exists(PK)' }
        : {
            ConditionExpression: '#version = :before',
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':before': before.version },
          }),
    },
  };
}

/** Holds a write to the version of a transaction that it was decided by. */
export function transactionUnchanged({ id, version }: Transaction): WriteAction {
  return {
    ConditionCheck: {
      TableName: tableName(),
      Key: { ...transactionKey(id) },
      ConditionExpression: '#version = :version',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':version': version },
    },
  };
}
