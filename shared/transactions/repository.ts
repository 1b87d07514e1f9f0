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

/** Reads a transaction of any partner by its id; `undefined` for a malformed id. */
export async function findTransaction(transactionId: string): Promise<Transaction | undefined> {
  const id = normalizeId(transactionId);
  return id === undefined ? undefined : readRecord(transactionKey(id), decodeTransaction);
}

/**
 * The actions that store a new transaction. Its creation is the first entry of its timeline, and the item has its time. Its
 * row among all of the partner's is what operators find it by, from where its deposit goes.
 */
export function transactionCreationWrites(transaction: Transaction): PendingWrite[] {
  return [putIfAbsent(encodeTransaction(transaction)), ...transactionRowWrites(transaction)];
}

/** The transactions of any partner with this deposit or this transfer on a chain, newest first. */
export async function findTransactionsBy(handle: Exclude<Handle, 'ACCOUNT'>, value: string): Promise<Transaction[]> {
  const keys = await findByHandle(handle, value);
  return findTransactions(keys.map(({ PK, SK }) => (handle === 'DEPOSIT' ? SK : PK.slice('TX#'.length))));
}

/**
 * The actions of a transition: the transaction at its new version, its place in the lists, the timeline entry
 * and, where money was transferred, the journal's. The first fails when the transaction has changed since it was read.
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

/** The actions that store a step of the timeline, and its movement of money in the journal. @param changed the transaction after it */
export function stepWrites(changed: Changed, step: TimelineEntry): PendingWrite[] {
  return [
    putIfAbsent({ ...timelineKey(changed.id, changed.version), entity: 'TIMELINE', ...step }),
    ...journalWrites(changed, step),
  ];
}

/** The action that puts the movement of a step into the journal; none if it moved nothing. */
export function journalWrites(changed: Changed, { entries, atMs }: TimelineEntry): PendingWrite[] {
  return entries.length === 0 ? [] : [putIfAbsent(toJournalItem({ ...changed, updatedAtMs: atMs }, entries))];
}

/** The actions that notify of an event of a transaction, as it stands after the event. */
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

/**
 * Stores a transaction that changed without a transition: no ledger or webhook changes with it.
 *
 * @returns whether it still had the version that was read
 */
export function replaceTransaction(before: Transaction, next: Transaction): Promise<boolean> {
  return writeIfConditionsHold(replacementWrites(before, next));
}

/**
 * The actions that store a transaction that changed without a transition. The last one fails if the transaction has changed
 * since it was read.
 */
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

/** One side of a ledger entry, as stored. Amounts are decimal text. */
export type StoredLedgerLine = z.infer<typeof ledgerLine>;

/** Reads entries as they are stored. */
export function toLedgerEntries(stored: unknown): LedgerEntry[] {
  return z
    .array(ledgerLine)
    .parse(stored)
    .map(({ account, side, ...amount }) => ({ account, side, amount: anyMoney.parse(amount) }));
}

/** One movement of money with its entries. */
export interface JournalMovement {
  /** Unique among all movements: its transaction's id and version. */
  readonly id: string;
  readonly transactionId: string;
  readonly partnerId: string;
  readonly entries: readonly StoredLedgerLine[];
}

const journalItem = z.object({ partnerId: z.string(), entries: z.array(ledgerLine) });

/** Every movement of a day (UTC), in no particular order. Reads the day's whole journal. */
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
  /** The reason as it was reported: for operators, never for partners. */
  reason: z.optional(z.string()),
});

export type TimelineEntry = z.infer<typeof timelineItem>;

/**
 * Every transition of a transaction, oldest first. A transaction has few: its state machine has no long cycles. Text that is
 * no id names no transaction, which has none.
 */
export async function readTimelineEntries(transactionId: string): Promise<TimelineEntry[]> {
  const id = normalizeId(transactionId);
  const items = id === undefined ? [] : await readPartition(transactionKey(id).PK, 'EVENT#');
  return items.map((item) => timelineItem.parse(item));
}

/** The result of a provider event, stored with its id so that a repeated one is recognised. */
export type RecordedOutcome = 'APPLIED' | 'REFUSED' | 'OUT_OF_ORDER';

/** Identity of an event: an event of a source is applied once to a transaction, even if it comes several times. */
export interface EventIdentity {
  readonly transactionId: string;
  /** Its reporter: a provider, the sandbox, the partner, or the clock. */
  readonly source: string;
  readonly eventId: string;
}

export interface EventRecord extends EventIdentity {
  readonly trigger: string;
  readonly outcome: RecordedOutcome;
  /** Status in which the event found the transaction. */
  readonly status: string;
  readonly atMs: number;
  /** The reason of a refusal, where the transaction's status is not the reason. */
  readonly violation?: string | undefined;
}

/** The action that records the result of an event that had come too early. */
export function outOfOrderRecordWrite(record: EventRecord): PendingWrite {
  return putItem(encodeEventRecord(record), equals('outcome', 'OUT_OF_ORDER'));
}

/** The action that records a provider event; it fails when the event was recorded before. */
export function eventRecordWrite(record: EventRecord): PendingWrite {
  return putIfAbsent(encodeEventRecord(record));
}

function encodeEventRecord({ transactionId, source, eventId, ...rest }: EventRecord) {
  return { ...providerEventKey(transactionId, source, eventId), entity: 'PROVIDER_EVENT', eventId, ...rest };
}

const simulationItem = z.object({
  transactionId: z.string(),
  partnerId: z.string(),
  /** The branch that it takes. */
  branch: z.enum(sandboxBranches),
  /** True if the deposit comes by itself. */
  deposits: z.boolean(),
  /** True once its payout was screened. */
  isScreened: z.optional(z.boolean()),
  /** Rises with every change. */
  version: z.number(),
});

/** The state of a transaction's sandbox simulation. */
export interface Simulation extends Readonly<z.infer<typeof simulationItem>> {
  /** Epoch ms of the next step; `undefined` while it waits for a call or a deposit. */
  readonly dueAtMs: number | undefined;
}

/**
 * The action that stores a simulation, as the next version of the one that was read (none for a new one); it fails when
 * another run has stored one since.
 */
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

/** The action that lets a simulation go on after a deposit that comes by itself. @param before the simulation as read */
export function simulationAfterDeposit(
  { id: transactionId, partnerId }: Transaction,
  before: Simulation | undefined,
  dueAtMs: number | undefined,
): PendingWrite {
  const branch = before?.branch ?? 'COMPLETE';
  return simulationWrite({ transactionId, partnerId, branch, deposits: true, dueAtMs }, before);
}

/** The simulation of a transaction, if it has one. Text that is no id names none. */
export async function findSimulation(transactionId: string): Promise<Simulation | undefined> {
  const id = normalizeId(transactionId);
  if (id === undefined) return undefined;
  return readRecord(simulationKey(id), (raw) => ({ ...simulationItem.parse(raw), dueAtMs: readStepAt(raw) }));
}

/** Transactions by id. */
export function findTransactions(ids: readonly string[]): Promise<Transaction[]> {
  return readRecords(ids.map(transactionKey), decodeTransaction);
}
