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

/** A reported event of a transaction. Repeated reports with the same `source` and `eventId` are applied only once. */
export interface SourcedEvent extends TransactionEvent, EventIdentity {
  /** Time of the report. Without this time, an event that arrives out of order is refused, not stored for later. */
  readonly reportedAtMs?: number | undefined;
  /** Version that the transaction must have; at another version nothing is written. @default any version */
  readonly atVersion?: number | undefined;
  /** Reason to refuse the event in every status of the transaction. */
  readonly violation?: string | undefined;
}

export type EventOutcome = 'applied' | 'refused' | 'out_of_order';

export interface EventResult {
  readonly outcome: EventOutcome | 'repeated';
  /** State of the transaction after the event. */
  readonly transaction: Transaction;
}

/**
 * Builds additional writes from an event's outcome and the transaction after the event. These writes commit together with the
 * event. Every attempt calls the builder again, so the builder reads current data.
 */
export type AdditionalEventWrites = (
  outcome: EventOutcome,
  transaction: Transaction,
) => readonly PendingWrite[] | Promise<readonly PendingWrite[]>;

/** Delay until the redrive retries an out-of-order event. The missing earlier event may arrive in the meantime. */
const OUT_OF_ORDER_CHECK_MS = 60_000;

/**
 * Runs an event through the state machine, with all effects in one write. An event without a matching edge is recorded as
 * refused, or as out of order and applied later. If a deadline has passed, the expiry is stored first.
 * @param found used by the first attempt; see `attemptEvent`
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
 * Makes one attempt of `applyEvent`. Use this function if data besides the transaction must be read again before each attempt.
 * @param found transaction as just read; the write fails if this transaction has changed or the event was recorded since the read
 * @returns `undefined` if a concurrent change stopped the write, or if the transaction has another version than `atVersion`
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

/** Stores the expiry of a transaction if its deadline has passed. Returns the transaction after the expiry. */
export async function expireIfDue(transaction: Transaction, nowMs: number): Promise<Transaction> {
  let current = transaction;
  for (let event = findDeadlineEvent(current, nowMs); event !== undefined; event = findDeadlineEvent(current, nowMs)) {
    const { transaction: after } = await applyEvent(event);
    if (after.version === current.version) return after;
    current = after;
  }
  return current;
}

/** Returns the event for a passed deadline. The event's time is the deadline, even if the expiry is detected later. */
function findDeadlineEvent(transaction: Transaction, nowMs: number): SourcedEvent | undefined {
  const { deadlineMs, id, version } = transaction;
  if (deadlineMs === undefined || deadlineMs > nowMs) return undefined;
  const trigger = deadlineTriggers(transaction).find((one) => accepts(transaction, one));
  if (trigger === undefined) return undefined;
  return { trigger, source: 'clock', eventId: `deadline-${version}`, transactionId: id, atMs: deadlineMs };
}

/** Tries once to write the event; returns `undefined` if a concurrent change stopped the write. */
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

/** Returns the outcome of an event that cannot be applied now: refused, or stored to be applied later. */
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
