/** Reports that arrived before an earlier event, stored in one item of the transaction until they can be applied. */

import * as z from 'zod/mini';
import { hasVersion } from '#shared/dynamodb/expressions';
import { duePartition, outOfOrderEventsKey, providerEventKey, transactionKey } from '#shared/dynamodb/keys';
import { storedMoney } from '#shared/dynamodb/stored-money';
import { readItems, type StoredRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { checkItem, putIfVersion } from '#shared/dynamodb/writes';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { triggers } from '#shared/transactions/domain/triggers';
import { decodeTransaction } from '#shared/transactions/item';
import { normalizeId } from '#shared/values/ids';

const outOfOrderEvent = z.object({
  provider: z.string(),
  eventId: z.string(),
  trigger: z.enum(triggers),
  reason: z.optional(z.string()),
  transactionHash: z.optional(z.string()),
  reportedAtMs: z.number(),
  /** Time of its arrival by our clock, epoch ms; absent in records of older releases. */
  keptAtMs: z.optional(z.number()),
  /** The reported amount; checked when the event is applied. */
  amount: z.optional(storedMoney),
});

const outOfOrderItem = z.object({ version: z.number(), events: z.array(outOfOrderEvent) });

/** Names an event: one of a source is applied once to a transaction, however often it comes. */
export interface EventIdentity {
  readonly transactionId: string;
  /** Its reporter: a provider, the sandbox, the partner, or the clock. */
  readonly source: string;
  readonly eventId: string;
}

export type OutOfOrderEvent = z.infer<typeof outOfOrderEvent>;

/** Waiting events of a transaction, as read. */
export interface OutOfOrderEvents {
  /** 0 where nothing was ever kept. */
  readonly version: number;
  /** In the order in which they happened, by their providers' clocks. */
  readonly events: readonly OutOfOrderEvent[];
}

/** More than a transaction has transitions: a provider that sends more is in error. */
export const MAX_OUT_OF_ORDER_EVENTS = 16;

function decodeOutOfOrderEvents(raw: StoredRecord | undefined): OutOfOrderEvents {
  return raw === undefined ? { version: 0, events: [] } : outOfOrderItem.parse(raw);
}

/** A transaction with what is kept of it. */
export interface ReportedTransaction {
  readonly transaction: Transaction;
  readonly outOfOrder: OutOfOrderEvents;
}

/**
 * A transaction and what is kept of it, read at once; `undefined` where there is no such transaction. Text that is no id
 * names none.
 */
export async function findReportedTransaction(transactionId: string): Promise<ReportedTransaction | undefined> {
  const id = normalizeId(transactionId);
  if (id === undefined) return undefined;
  const [stored, waiting] = await readItems([transactionKey(id), outOfOrderEventsKey(id)]);
  if (stored === undefined) return undefined;
  return { transaction: decodeTransaction(stored), outOfOrder: decodeOutOfOrderEvents(waiting) };
}

/** The same for an event, with whether the event is recorded already; `false` as well where that was not read. */
export interface FoundForEvent extends ReportedTransaction {
  readonly isRecorded: boolean;
}

/**
 * Reads all that an event needs at once; `undefined` if there is no such transaction. Text that is no id names none.
 */
export async function findForEvent({
  transactionId,
  source,
  eventId,
}: EventIdentity): Promise<FoundForEvent | undefined> {
  const id = normalizeId(transactionId);
  if (id === undefined) return undefined;
  const [stored, record, waiting] = await readItems([
    transactionKey(id),
    providerEventKey(id, source, eventId),
    outOfOrderEventsKey(id),
  ]);
  if (stored === undefined) return undefined;
  const transaction = decodeTransaction(stored);
  return { transaction, outOfOrder: decodeOutOfOrderEvents(waiting), isRecorded: record !== undefined };
}

/** The same of a transaction that is known to exist. @throws Error when it does not */
export async function readForEvent(identity: EventIdentity): Promise<FoundForEvent> {
  const found = await findForEvent(identity);
  if (found === undefined) throw new Error('An event of a transaction that does not exist');
  return found;
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
  return putIfVersion(before.version === 0 ? undefined : before.version, {
    ...outOfOrderEventsKey(id),
    entity: 'OUT_OF_ORDER',
    transactionId: id,
    partnerId,
    version: before.version + 1,
    events: events.toSorted((a, b) => a.reportedAtMs - b.reportedAtMs),
    ...(dueAtMs === undefined ? {} : { duePk: duePartition(id), dueAt: dueAtMs }),
  });
}

/** Makes a write conditional on the version of the transaction on which it was decided. */
export function transactionVersionCheck({ id, version }: Transaction): PendingWrite {
  return checkItem(transactionKey(id), hasVersion(version));
}
