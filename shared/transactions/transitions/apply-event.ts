import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { crashPoint } from '#shared/platform/observability/crash-point';
import { accepts, apply, type TransactionEvent } from '#shared/transactions/domain/apply';
import { deadlineTriggers } from '#shared/transactions/domain/deadlines';
import { mayApplyLater } from '#shared/transactions/domain/provider-reports';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { firstProof } from '#shared/transactions/proofs/first-proof';
import { applyOutOfOrderEvents } from '#shared/transactions/provider-reports/apply-out-of-order-events';
import {
  findReportedTransaction,
  MAX_OUT_OF_ORDER_EVENTS,
  outOfOrderEventsWrite,
  type ReportedTransaction,
  transactionVersionCheck,
} from '#shared/transactions/provider-reports/repository';
import { type EventIdentity, eventRecordWrite, type RecordedOutcome } from '#shared/transactions/repository';
import { writesOfTransition } from './repository';

/** A reported event of a transaction. The same `eventId` of a provider is applied once, even if it comes several times. */
export interface SourcedEvent extends TransactionEvent, EventIdentity {
  /** An event with it is stored if it comes too early. */
  readonly reportedAtMs?: number | undefined;
  /** Version of the transaction that the event applies to: at another version nothing is written. @default any */
  readonly atVersion?: number | undefined;
  /** Why it is refused in every status. */
  readonly violation?: string | undefined;
}

export type EventOutcome = 'applied' | 'refused' | 'out_of_order';

export interface EventResult {
  readonly outcome: EventOutcome | 'repeated';
  /** The transaction after the event. */
  readonly transaction: Transaction;
}

/**
 * Builds the other writes committed together with an event, from its outcome and the transaction after it. Called in
 * each attempt, so that its reads are as new as the transaction.
 */
export type AdditionalEventWrites = (
  outcome: EventOutcome,
  transaction: Transaction,
) => readonly PendingWrite[] | Promise<readonly PendingWrite[]>;

/** Delay until the redrive tries an event that came too early: the missing event may have come at the same moment. */
const OUT_OF_ORDER_CHECK_MS = 60_000;

/**
 * Runs an event through the state machine. All its effects, `additionalWrites` included, are one write. An event
 * without an edge changes nothing and is recorded: as refused, or, where it arrived before an earlier one, as out of
 * order, and is applied later. Where a deadline has passed, the expiry is stored first.
 *
 * @param found what the caller has just read, for the first attempt; see `attemptEvent`
 * @throws Error when the transaction does not exist; WriteContention when it keeps changing
 */
export function applyEvent(
  event: SourcedEvent,
  additionalWrites: AdditionalEventWrites = () => [],
  found?: ReportedTransaction,
): Promise<EventResult> {
  return retryOnConflict((attempt) => attemptEvent(event, additionalWrites, attempt === 1 ? found : undefined));
}

/**
 * One attempt of the same, for callers whose event depends on more than the transaction: they read everything
 * again before the next attempt.
 *
 * @param found what the caller has just read. The conditions of the write hold for it: the transaction's version, and
 *   that the event is not recorded. @default it is read
 * @returns `undefined` when another change came in between, or before `atVersion`, or when the event is recorded and
 *   `found` does not say so; nothing was written then
 * @throws Error when the transaction does not exist
 */
export async function attemptEvent(
  event: SourcedEvent,
  additionalWrites: AdditionalEventWrites = () => [],
  found?: ReportedTransaction,
): Promise<EventResult | undefined> {
  const read = found ?? (await findReportedTransaction(event.transactionId, event));
  if (read === undefined) throw new Error('An event of a transaction that does not exist');
  const { transaction, outOfOrder, isRecorded } = read;
  if (isRecorded) return { outcome: 'repeated', transaction };
  const overdue = findDeadlineEvent(transaction, event.atMs);
  if (overdue !== undefined && event.source !== 'clock') {
    await applyEvent(overdue);
    return attemptEvent(event, additionalWrites);
  }
  if (event.atVersion !== undefined && event.atVersion !== transaction.version) return undefined;
  const result = await writeEvent(read, event, additionalWrites);
  if (result?.outcome !== 'applied' || outOfOrder.events.length === 0) return result;
  const after = await applyOutOfOrderEvents(event.transactionId, event.atMs);
  return { ...result, transaction: after ?? result.transaction };
}

/** Stores the expiry of a transaction whose deadline has passed. Returns the transaction after it. */
export async function expireIfDue(transaction: Transaction, nowMs: number): Promise<Transaction> {
  let current = transaction;
  for (let event = findDeadlineEvent(current, nowMs); event !== undefined; event = findDeadlineEvent(current, nowMs)) {
    const { transaction: after } = await applyEvent(event);
    if (after.version === current.version) return after;
    current = after;
  }
  return current;
}

/** The event that the clock reports of a passed deadline. It happened at the deadline, whenever it is noticed. */
function findDeadlineEvent(transaction: Transaction, nowMs: number): SourcedEvent | undefined {
  const { deadlineMs, id, version } = transaction;
  if (deadlineMs === undefined || deadlineMs > nowMs) return undefined;
  const trigger = deadlineTriggers(transaction).find((one) => accepts(transaction, one));
  if (trigger === undefined) return undefined;
  return { trigger, source: 'clock', eventId: `deadline-${version}`, transactionId: id, atMs: deadlineMs };
}

/** The write of one attempt: `undefined` when another change came in between. */
async function writeEvent(
  found: ReportedTransaction,
  event: SourcedEvent,
  additionalWrites: AdditionalEventWrites,
): Promise<EventResult | undefined> {
  const { transaction } = found;
  const { transactionId, source, eventId, trigger, atMs, violation } = event;
  const transition = violation === undefined ? apply(transaction, { ...event, proof: firstProof() }) : undefined;
  const outcome = transition === undefined ? outcomeWithoutTransition(found, event) : 'applied';
  const after = transition?.next ?? transaction;
  const cause = `${source}:${eventId}`;
  const consequences = transition === undefined ? [] : await writesOfTransition(transaction, transition, cause);
  const record = { transactionId, source, eventId, trigger, atMs, violation, status: transaction.status };
  crashPoint('step.beforeTx');
  const isWritten = await writeIfConditionsHold([
    ...consequences,
    eventRecordWrite({ ...record, outcome: recordedOutcomes[outcome] }),
    ...(outcome === 'out_of_order' ? outOfOrderWrites(found, event) : []),
    ...(await additionalWrites(outcome, after)),
  ]);
  if (!isWritten) return undefined;
  crashPoint('step.afterTx');
  return { outcome, transaction: after };
}

/** Refuses an event that cannot be applied, or stores it for later. */
function outcomeWithoutTransition(
  { transaction, outOfOrder }: ReportedTransaction,
  event: SourcedEvent,
): 'refused' | 'out_of_order' {
  const waits =
    event.reportedAtMs !== undefined &&
    event.violation === undefined &&
    outOfOrder.events.length < MAX_OUT_OF_ORDER_EVENTS;
  return waits && mayApplyLater(transaction, event) ? 'out_of_order' : 'refused';
}

function outOfOrderWrites({ transaction, outOfOrder }: ReportedTransaction, event: SourcedEvent): PendingWrite[] {
  const {
    source: provider,
    eventId,
    trigger,
    reason,
    transactionHash,
    rail,
    refundId,
    amount,
    atMs,
    reportedAtMs = atMs,
  } = event;
  const waiting = {
    provider,
    eventId,
    trigger,
    reason,
    transactionHash,
    rail,
    refundId,
    reportedAtMs,
    keptAtMs: atMs,
    amount,
  };
  const events = [...outOfOrder.events, waiting];
  return [
    transactionVersionCheck(transaction),
    outOfOrderEventsWrite(transaction, outOfOrder, { events, dueAtMs: atMs + OUT_OF_ORDER_CHECK_MS }),
  ];
}

const recordedOutcomes: Readonly<Record<EventOutcome, RecordedOutcome>> = {
  applied: 'APPLIED',
  refused: 'REFUSED',
  out_of_order: 'OUT_OF_ORDER',
};
