import * as z from 'zod/mini';
import { readStepAt, stepAttributes } from '#shared/dynamodb/due-steps';
import { equals } from '#shared/dynamodb/expressions';
import {
  journalKey,
  journalPartitions,
  providerEventKey,
  simulationKey,
  timelineKey,
  transactionKey,
} from '#shared/dynamodb/keys';
import { findByHandle, type Handle } from '#shared/dynamodb/look-ups';
import { anyMoney, encodeMoney } from '#shared/dynamodb/stored-money';
import { readPages, readPartition, readRecord, readRecords } from '#shared/dynamodb/table';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, putIfVersion, putItem } from '#shared/dynamodb/writes';
import { explorerLink } from '#shared/platform/config/explorer-links';
import { sandboxBranches } from '#shared/quotes/domain/sandbox-amounts';
import type { LedgerEntry } from '#shared/transactions/domain/ledger';
import { transactionPayload } from '#shared/transactions/domain/webhook-payload';
import type { User } from '#shared/users/domain/user';
import { normalizeId } from '#shared/values/ids';
import type { EventName } from '#shared/webhooks/domain/events';
import { notificationWrites, type Recipients } from '#shared/webhooks/repository';
import type { Transition } from './domain/apply';
import type { Transaction } from './domain/transaction';
import { decodeTransaction, encodeTransaction } from './item';
import { externalIdRowWrites, statusRowWrites, transactionRowWrites } from './list-rows';

/** Reads a transaction of any partner by id; `undefined` for an unknown or malformed id. */
export async function findTransaction(transactionId: string): Promise<Transaction | undefined> {
  const id = normalizeId(transactionId);
  return id === undefined ? undefined : readRecord(transactionKey(id), decodeTransaction);
}

/**
 * Returns the writes that store a new transaction. The transaction item itself represents the first timeline entry. A list row
 * contains the deposit's identifier, so operators can search by the identifier.
 */
export function transactionCreationWrites(transaction: Transaction): PendingWrite[] {
  return [putIfAbsent(encodeTransaction(transaction)), ...transactionRowWrites(transaction)];
}

/** Finds transactions of any partner by the identifier of the deposit or by the hash of the blockchain transfer, newest first. */
export async function findTransactionsBy(handle: Exclude<Handle, 'ACCOUNT'>, value: string): Promise<Transaction[]> {
  const keys = await findByHandle(handle, value);
  return findTransactions(keys.map(({ PK, SK }) => (handle === 'DEPOSIT' ? SK : PK.slice('TX#'.length))));
}

/**
 * Returns the writes of a transition: the new version of the transaction, list rows, timeline entry, and a journal entry if money
 * moved. The first write fails if the transaction has changed since the read.
 */
export function transactionTransitionWrites(
  before: Transaction,
  transition: Transition,
  cause: string,
): PendingWrite[] {
  const { next, edge, reason } = transition;
  const entries = transition.entries.map(({ account, side, amount }) => ({ account, side, ...encodeMoney(amount) }));
  const timeline = { from: edge.from, to: edge.to, atMs: next.updatedAtMs, cause, trigger: edge.on, entries, reason };
  return [
    putIfVersion(before.version, encodeTransaction(next)),
    ...statusRowWrites(before, next),
    ...stepWrites(next, { ...timeline, entries }),
  ];
}

type Changed = Pick<Transaction, 'id' | 'partnerId' | 'version'>;

/** Returns the writes for a timeline entry and its journal entry. @param changed the transaction after the change */
export function stepWrites(changed: Changed, step: TimelineEntry): PendingWrite[] {
  return [
    putIfAbsent({ ...timelineKey(changed.id, changed.version), entity: 'TIMELINE', ...step }),
    ...journalWrites(changed, step),
  ];
}

/** Returns the journal write for a timeline entry; empty if no money moved. */
export function journalWrites(changed: Changed, { entries, atMs }: TimelineEntry): PendingWrite[] {
  return entries.length === 0 ? [] : [putIfAbsent(toJournalItem({ ...changed, updatedAtMs: atMs }, entries))];
}

/** Returns the writes that notify the partner of an event. The payload shows the transaction after the event. */
export function eventNotificationWrites(
  event: EventName,
  transaction: Transaction,
  { user, recipients }: { readonly user: User; readonly recipients: Recipients },
): PendingWrite[] {
  const { id, sequence, partnerId, userId, updatedAtMs: atMs } = transaction;
  const payload = transactionPayload(event, transaction, { user, linkTo: explorerLink });
  return notificationWrites({
    subject: { kind: 'TX', id },
    ...{ sequence, partnerId, userId, event, payload, atMs },
    ...recipients,
  });
}

/** Stores a transaction that changed without a transition. @returns false if another write has changed the transaction */
export function replaceTransaction(before: Transaction, next: Transaction): Promise<boolean> {
  return writeIfConditionsHold(replacementWrites(before, next));
}

/** Returns the writes for a change without a transition. The last write fails if the transaction has changed since the read. */
export function replacementWrites(before: Transaction, next: Transaction): PendingWrite[] {
  return [...externalIdRowWrites(before, next), putIfVersion(before.version, encodeTransaction(next))];
}

function toJournalItem(
  { id, partnerId, version, updatedAtMs }: Changed & Pick<Transaction, 'updatedAtMs'>,
  entries: readonly Record<string, string>[],
) {
  const day = new Date(updatedAtMs).toISOString().slice(0, 10);
  return {
    ...journalKey(id, version, day),
    entity: 'JOURNAL',
    transactionId: id,
    partnerId,
    atMs: updatedAtMs,
    entries,
  };
}

const ledgerLine = z.object({
  account: z.string(),
  side: z.enum(['DEBIT', 'CREDIT']),
  amount: z.string(),
  currency: z.string(),
});

/** A stored debit or credit. Amounts are decimal text. */
export type StoredLedgerLine = z.infer<typeof ledgerLine>;

/** Decodes stored ledger entries. */
export function toLedgerEntries(stored: unknown): LedgerEntry[] {
  return z
    .array(ledgerLine)
    .parse(stored)
    .map(({ account, side, ...amount }) => ({ account, side, amount: anyMoney.parse(amount) }));
}

/** One money movement with its ledger entries. */
export interface JournalMovement {
  /** Unique id of the movement: the transaction's id and version. */
  readonly id: string;
  readonly transactionId: string;
  readonly partnerId: string;
  readonly entries: readonly StoredLedgerLine[];
}

const journalItem = z.object({ partnerId: z.string(), entries: z.array(ledgerLine) });

/** Reads every movement of a day (UTC), in no particular order. Reads the whole journal of the day. */
export async function* readMovements(day: string): AsyncGenerator<JournalMovement> {
  for (const partition of journalPartitions(day))
    for await (const items of readPages({ partition }))
      for (const { SK, ...item } of items) {
        const id = String(SK);
        const { partnerId, entries } = journalItem.parse(item);
        yield { id, transactionId: id.split('#', 1).join(''), partnerId, entries };
      }
}

const timelineItem = z.object({
  from: z.string(),
  to: z.string(),
  atMs: z.number(),
  cause: z.string(),
  trigger: z.string(),
  entries: z.array(ledgerLine),
  /**
   * Reason of a cancellation, failure or return, or of a manual transfer (set by our worker). In the timeline it is visible to
   * operators, never to partners.
   */
  reason: z.optional(z.string()),
});

export type TimelineEntry = z.infer<typeof timelineItem>;

/**
 * Reads all transitions of a transaction, oldest first. A transaction has few transitions, so the list has no pages. Returns an
 * empty list for a malformed id.
 */
export async function readTimelineEntries(transactionId: string): Promise<TimelineEntry[]> {
  const id = normalizeId(transactionId);
  const items = id === undefined ? [] : await readPartition(transactionKey(id).PK, 'EVENT#');
  return items.map((item) => timelineItem.parse(item));
}

/** Outcome of a provider event, stored with the event's id to recognize repeated events. */
export type RecordedOutcome = 'APPLIED' | 'REFUSED' | 'OUT_OF_ORDER';

/** Identity of an event. A repeated event of a source is applied to a transaction only once. */
export interface EventIdentity {
  readonly transactionId: string;
  /** Reporter of the event: a provider, the sandbox, the partner, or the clock for deadlines. */
  readonly source: string;
  readonly eventId: string;
}

export interface EventRecord extends EventIdentity {
  readonly trigger: string;
  readonly outcome: RecordedOutcome;
  /** Status of the transaction before the event. */
  readonly status: string;
  readonly atMs: number;
  /** Reason of a refusal; absent if the reason is the transaction's status. */
  readonly violation?: string | undefined;
}

/** Returns the write that records the final outcome of an event that arrived too early. */
export function outOfOrderRecordWrite(record: EventRecord): PendingWrite {
  return putItem(encodeEventRecord(record), equals('outcome', 'OUT_OF_ORDER'));
}

/** Returns the write that records a provider event. The write fails if the event is already recorded. */
export function eventRecordWrite(record: EventRecord): PendingWrite {
  return putIfAbsent(encodeEventRecord(record));
}

function encodeEventRecord({ transactionId, source, eventId, ...rest }: EventRecord) {
  return { ...providerEventKey(transactionId, source, eventId), entity: 'PROVIDER_EVENT', eventId, ...rest };
}

const simulationItem = z.object({
  transactionId: z.string(),
  partnerId: z.string(),
  branch: z.enum(sandboxBranches),
  /** True if the sandbox simulates the deposit. */
  deposits: z.boolean(),
  isScreened: z.optional(z.boolean()),
  /** Increases with every change. */
  version: z.number(),
});

/** State of a transaction's sandbox simulation. */
export interface Simulation extends Readonly<z.infer<typeof simulationItem>> {
  /** Epoch ms of the next step; `undefined` without a next step, for example while the simulation waits for a deposit. */
  readonly dueAtMs: number | undefined;
}

/** Returns the write that stores a simulation. The write fails if another worker has changed the simulation since the read. */
export function simulationWrite(next: Omit<Simulation, 'version'>, before: Simulation | undefined): PendingWrite {
  const { transactionId, dueAtMs, ...rest } = next;
  const step = dueAtMs === undefined ? undefined : { atMs: dueAtMs, announced: true };
  return putIfVersion(before?.version, {
    ...simulationKey(transactionId),
    entity: 'SIM',
    transactionId,
    ...rest,
    version: (before?.version ?? 0) + 1,
    ...stepAttributes(transactionId, step),
  });
}

/**
 * Returns the write that makes the sandbox simulate the deposit at `dueAtMs`. If no simulation is stored, the write creates one.
 * @param before the stored simulation, if any
 */
export function simulationAfterDeposit(
  { id: transactionId, partnerId }: Transaction,
  before: Simulation | undefined,
  dueAtMs: number | undefined,
): PendingWrite {
  const branch = before?.branch ?? 'COMPLETE';
  return simulationWrite({ transactionId, partnerId, branch, deposits: true, dueAtMs }, before);
}

/** Reads the simulation of a transaction; `undefined` if the simulation does not exist or the id is malformed. */
export async function findSimulation(transactionId: string): Promise<Simulation | undefined> {
  const id = normalizeId(transactionId);
  if (id === undefined) return undefined;
  return readRecord(simulationKey(id), (raw) => ({ ...simulationItem.parse(raw), dueAtMs: readStepAt(raw) }));
}

/** Transactions by id. */
export function findTransactions(ids: readonly string[]): Promise<Transaction[]> {
  return readRecords(ids.map(transactionKey), decodeTransaction);
}
