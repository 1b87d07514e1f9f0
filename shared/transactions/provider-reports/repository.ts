/** Reports that arrived before the report of an earlier event. One item per transaction stores them until they can be applied. */

import * as z from 'zod/mini';
import { anyOf, compare, hasVersion, isNew } from '#shared/dynamodb/expressions';
import {
  confirmationsKey,
  duePartition,
  outOfOrderEventsKey,
  providerEventKey,
  transactionKey,
} from '#shared/dynamodb/keys';
import { anyMoney, encodeMoney } from '#shared/dynamodb/stored-money';
import { readItems, readRecord } from '#shared/dynamodb/table';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { checkItem, putIfVersion, putItem } from '#shared/dynamodb/writes';
import { awaitsConfirmations } from '#shared/transactions/domain/payment-state';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { triggers } from '#shared/transactions/domain/triggers';
import { decodeTransaction } from '#shared/transactions/item';
import type { EventIdentity } from '#shared/transactions/repository';
import { normalizeId } from '#shared/values/ids';

const outOfOrderEvent = z.object({
  provider: z.string(),
  eventId: z.string(),
  trigger: z.enum(triggers),
  reason: z.optional(z.string()),
  transactionHash: z.optional(z.string()),
  rail: z.optional(z.object({ type: z.string(), reference: z.string() })),
  refundId: z.optional(z.string()),
  reportedAtMs: z.number(),
  /** Arrival time by our clock, epoch ms. */
  keptAtMs: z.number(),
  /** The reported amount, checked when the event is applied. */
  amount: z.optional(anyMoney),
});

const outOfOrderItem = z.object({
  version: z.number(),
  /** Events in the order of the times that the providers reported. */
  events: z.array(outOfOrderEvent),
});

export type OutOfOrderEvent = z.infer<typeof outOfOrderEvent>;

/** Stored early events of a transaction. Version 0 means that no item exists. */
type OutOfOrderEvents = Readonly<z.infer<typeof outOfOrderItem>>;

/** Maximum number of early events of a transaction. Only a faulty provider sends more: no transaction has as many transitions. */
export const MAX_OUT_OF_ORDER_EVENTS = 16;

/** A transaction with its stored early reports. */
export interface ReportedTransaction {
  readonly transaction: Transaction;
  readonly outOfOrder: OutOfOrderEvents;
  /** True if the event passed to `findReportedTransaction` is already recorded; false without an event. */
  readonly isRecorded: boolean;
}

/** Reads a transaction, its stored reports and the record of `event` in one batch; `undefined` for an unknown or malformed id. */
export async function findReportedTransaction(
  transactionId: string,
  event?: Pick<EventIdentity, 'source' | 'eventId'>,
): Promise<ReportedTransaction | undefined> {
  const id = normalizeId(transactionId);
  if (id === undefined) return undefined;
  const recordKeys = event === undefined ? [] : [providerEventKey(id, event.source, event.eventId)];
  const [stored, waiting, record] = await readItems([transactionKey(id), outOfOrderEventsKey(id), ...recordKeys]);
  if (stored === undefined) return undefined;
  const outOfOrder = outOfOrderItem.parse(waiting ?? { version: 0, events: [] });
  return { transaction: decodeTransaction(stored), outOfOrder, isRecorded: record !== undefined };
}

/**
 * Returns the write that stores the changed list of events. The write fails if the list has changed since the read.
 * @param dueAtMs time of the next check whether an event can be applied, epoch ms
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
    events: events
      .toSorted((a, b) => a.reportedAtMs - b.reportedAtMs)
      .map((event) => ({ ...event, amount: event.amount && encodeMoney(event.amount) })),
    ...(dueAtMs === undefined ? {} : { duePk: duePartition(id), dueAt: dueAtMs }),
  });
}

/** Returns a condition check for a unit of work. The unit of work fails if the transaction has changed since the read. */
export function transactionVersionCheck({ id, version }: Transaction): PendingWrite {
  return checkItem(transactionKey(id), hasVersion(version));
}

const confirmationsItem = z.object({ confirmations: z.number(), required: z.number(), atMs: z.number() });

/** Confirmations of a token deposit: the reported number, the required number, and the time of the report (epoch ms). */
export type Confirmations = Readonly<z.infer<typeof confirmationsItem>>;

/** Time for which a count is shown. If it does not change in this time, we assume that the blockchain dropped the deposit. */
const CONFIRMATIONS_SHOWN_MS = 3_600_000;

/**
 * Stores a deposit's confirmations if the stored count is lower or too old to be shown.
 * @returns false if nothing was stored, for an outdated report or a deposit that needs no more confirmations
 */
export async function saveConfirmations(transaction: Transaction, reported: Confirmations): Promise<boolean> {
  if (!awaitsConfirmations(transaction)) return false;
  const { id, partnerId } = transaction;
  const endsAtMs = reported.atMs + CONFIRMATIONS_SHOWN_MS;
  const item = { ...confirmationsKey(id), entity: 'CONFIRMATIONS', transactionId: id, partnerId, ...reported };
  const isOver = anyOf(
    isNew,
    compare('confirmations', '<', reported.confirmations),
    compare('atMs', '<=', reported.atMs - CONFIRMATIONS_SHOWN_MS),
  );
  return writeIfConditionsHold([putItem({ ...item, ttl: Math.ceil(endsAtMs / 1000) }, isOver)]);
}

/** Reads the confirmations to show with a deposit. Reads the table only if the transaction awaits confirmations. */
export async function findConfirmations(transaction: Transaction, atMs: number): Promise<Confirmations | undefined> {
  if (!awaitsConfirmations(transaction)) return undefined;
  const stored = await readRecord(confirmationsKey(transaction.id), (raw) => confirmationsItem.parse(raw));
  return stored === undefined || stored.atMs + CONFIRMATIONS_SHOWN_MS <= atMs ? undefined : stored;
}
