import { decodeMoney } from '#shared/dynamodb/stored-money';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { logWarning } from '#shared/platform/observability/log';
import { metric } from '#shared/platform/observability/metric';
import { apply, type Transition } from '#shared/transactions/domain/apply';
import { matchesAmount, mayApplyLater, waitedTooLong } from '#shared/transactions/domain/provider-reports';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { outOfOrderRecordWrite, type RecordedOutcome } from '#shared/transactions/repository';
import { writesOfTransition } from '#shared/transactions/transitions/repository';
import {
  findReportedTransaction,
  type OutOfOrderEvent,
  type OutOfOrderEvents,
  outOfOrderEventsWrite,
} from './repository';

/** Attempts of one call: each applies an event, drops some, or meets a write conflict. */
const MAX_ATTEMPTS = 40;
/** When waiting events are checked again, should nothing happen to the transaction. */
const RECHECK_INTERVAL_MS = 3_600_000;

/**
 * Applies the early reports that can be applied now, in the order in which they happened; each is a write of its own.
 * A report that can never be applied is dropped, recorded as refused, and raises the alarm of refused reports.
 *
 * @returns the transaction as it stands then; `undefined` when there is none
 * @throws Error when it keeps changing
 */
export async function applyOutOfOrderEvents(transactionId: string, atMs: number): Promise<Transaction | undefined> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const found = await findReportedTransaction(transactionId);
    if (found === undefined) return undefined;
    const { transaction, outOfOrder } = found;
    const plan = await planNextWrite(transaction, outOfOrder, atMs);
    if (plan === undefined) return transaction;
    if (await writeIfConditionsHold(plan.writes)) for (const event of plan.refused) reportRefusal(transaction, event);
  }
  throw new Error('A transaction changes faster than its early events can be applied');
}

/** Reschedules the next check of the waiting events. */
export async function scheduleRecheck(transactionId: string, atMs: number): Promise<void> {
  const found = await findReportedTransaction(transactionId);
  if (found === undefined || found.outOfOrder.events.length === 0) return;
  const { transaction, outOfOrder } = found;
  // After a conflict, another run has checked them.
  await writeIfConditionsHold([
    outOfOrderEventsWrite(transaction, outOfOrder, {
      events: outOfOrder.events,
      dueAtMs: atMs + RECHECK_INTERVAL_MS,
    }),
  ]);
}

/** What one attempt writes, and what it refuses. */
interface PlannedWrite {
  readonly writes: readonly PendingWrite[];
  readonly refused: readonly OutOfOrderEvent[];
}

async function planNextWrite(
  transaction: Transaction,
  outOfOrder: OutOfOrderEvents,
  atMs: number,
): Promise<PlannedWrite | undefined> {
  const outdated = outOfOrder.events.filter(({ trigger, keptAtMs, reportedAtMs }) =>
    waitedTooLong(trigger, keptAtMs ?? reportedAtMs, atMs),
  );
  if (outdated.length > 0) return planRefusal(transaction, outOfOrder, outdated, atMs);
  for (const event of outOfOrder.events) {
    const { trigger, reason, transactionHash } = event;
    const amount = decodeAmount(event);
    // Its amount does not matter here, except for a refund, which must match a held deposit.
    const timely = { trigger, reason, atMs, amount: trigger === 'REFUND_PAID' ? amount : undefined };
    if (apply(transaction, timely) === undefined) continue;
    const transition = apply(transaction, { trigger, reason, transactionHash, atMs, amount });
    if (transition !== undefined && (amount === undefined || matchesAmount(transaction, trigger, amount)))
      return {
        writes: await applicationWrites(transaction, outOfOrder, { event, transition, atMs }),
        refused: [],
      };
    return planRefusal(transaction, outOfOrder, [event], atMs);
  }
  const unreachable = outOfOrder.events.filter(
    (event) => !mayApplyLater(transaction, { trigger: event.trigger, amount: decodeAmount(event) }),
  );
  return unreachable.length === 0 ? undefined : planRefusal(transaction, outOfOrder, unreachable, atMs);
}

function decodeAmount({ amount }: OutOfOrderEvent) {
  return amount && decodeMoney(amount);
}

function planRefusal(
  transaction: Transaction,
  outOfOrder: OutOfOrderEvents,
  refused: readonly OutOfOrderEvent[],
  atMs: number,
): PlannedWrite {
  const writes = [
    ...refused.map((event) => settlementWrite(transaction, event, 'REFUSED', atMs)),
    remainingEventsWrite(transaction, outOfOrder, refused, atMs),
  ];
  return { writes, refused };
}

function reportRefusal({ id: transactionId }: Transaction, { provider, trigger }: OutOfOrderEvent): void {
  metric('providerEventRefused', 1);
  logWarning('A report of a provider was refused', { provider, transactionId, event: trigger });
}

async function applicationWrites(
  transaction: Transaction,
  outOfOrder: OutOfOrderEvents,
  { event, transition, atMs }: { event: OutOfOrderEvent; transition: Transition; atMs: number },
): Promise<PendingWrite[]> {
  return [
    ...(await writesOfTransition(transaction, transition, `${event.provider}:${event.eventId}`)),
    settlementWrite(transaction, event, 'APPLIED', atMs),
    remainingEventsWrite(transaction, outOfOrder, [event], atMs),
  ];
}

function settlementWrite(
  { id, status }: Transaction,
  { provider, eventId, trigger }: OutOfOrderEvent,
  outcome: RecordedOutcome,
  atMs: number,
): PendingWrite {
  return outOfOrderRecordWrite({
    transactionId: id,
    source: provider,
    eventId,
    trigger,
    outcome,
    status,
    atMs,
  });
}

function remainingEventsWrite(
  transaction: Transaction,
  outOfOrder: OutOfOrderEvents,
  gone: readonly OutOfOrderEvent[],
  atMs: number,
): PendingWrite {
  const events = outOfOrder.events.filter((event) => !gone.includes(event));
  const dueAtMs = events.length === 0 ? undefined : atMs + RECHECK_INTERVAL_MS;
  return outOfOrderEventsWrite(transaction, outOfOrder, { events, dueAtMs });
}
