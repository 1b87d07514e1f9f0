/** Reports that arrived before an earlier event, stored in one item of the transaction until they can be applied. */

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
  /** Time of its arrival by our clock, epoch ms. */
  keptAtMs: z.number(),
  /** The reported amount; checked when the event is applied. */
  amount: z.optional(anyMoney),
});

const outOfOrderItem = z.object({
  version: z.number(),
  /** Events in the order in which they happened, by their providers' clocks. */
  events: z.array(outOfOrderEvent),
});

export type OutOfOrderEvent = z.infer<typeof outOfOrderEvent>;

/** Waiting events of a transaction, as read; version 0 where nothing was ever kept. */
type OutOfOrderEvents = Readonly<z.infer<typeof outOfOrderItem>>;

/** More than a transaction has transitions: a provider that sends more is in error. */
export const MAX_OUT_OF_ORDER_EVENTS = 16;

/** A transaction with its stored reports. */
export interface ReportedTransaction {
  readonly transaction: Transaction;
  readonly outOfOrder: OutOfOrderEvents;
  /** True if the event that was read with it is recorded already; false as well if none was named. */
  readonly isRecorded: boolean;
}

/**
 * Reads a transaction and its stored reports at once, with the record of an event if one is named. Returns `undefined`
 * for an unknown or malformed id.
 */
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
    events: events
      .toSorted((a, b) => a.reportedAtMs - b.reportedAtMs)
      .map((event) => ({ ...event, amount: event.amount && encodeMoney(event.amount) })),
    ...(dueAtMs === undefined ? {} : { duePk: duePartition(id), dueAt: dueAtMs }),
  });
}

/** Makes a write conditional on the version of the transaction on which it was decided. */
export function transactionVersionCheck({ id, version }: Transaction): PendingWrite {
  return checkItem(transactionKey(id), hasVersion(version));
}

const confirmationsItem = z.object({ confirmations: z.number(), required: z.number(), atMs: z.number() });

/** Confirmations that a deposit of tokens had at an instant (epoch ms). They move no money. */
export type Confirmations = Readonly<z.infer<typeof confirmationsItem>>;

/** Time for which a count is shown: a chain that has not gone on for so long has left the deposit out. */
const CONFIRMATIONS_SHOWN_MS = 3_600_000;

/**
 * Stores the confirmations of a deposit over fewer ones, or over ones that are shown no more.
 * @returns false if nothing was to be stored: reports may overtake each other, and come when the deposit is done
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

/** Finds the confirmations to show with a deposit at an instant; one read, of a transaction that waits for them alone. */
export async function findConfirmations(transaction: Transaction, atMs: number): Promise<Confirmations | undefined> {
  if (!awaitsConfirmations(transaction)) return undefined;
  const stored = await readRecord(confirmationsKey(transaction.id), (raw) => confirmationsItem.parse(raw));
  return stored === undefined || stored.atMs + CONFIRMATIONS_SHOWN_MS <= atMs ? undefined : stored;
}
