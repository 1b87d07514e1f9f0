import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { type PendingWrite, writeIfConditionsHold } from '#shared/dynamodb/unit-of-work';
import { logWarning, metric } from '#shared/platform/observability/log';
import { apply } from '#shared/transactions/domain/apply';
import { matchesAmount, mayApplyLater, waitedTooLong } from '#shared/transactions/domain/provider-reports';
import type { Transaction } from '#shared/transactions/domain/transaction';
import { firstProof } from '#shared/transactions/proofs/first-proof';
import { outOfOrderRecordWrite, type RecordedOutcome } from '#shared/transactions/repository';
import { writesOfTransition } from '#shared/transactions/transitions/repository';
import {
  findReportedTransaction,
  type OutOfOrderEvent,
  outOfOrderEventsWrite,
  type ReportedTransaction,
} from './repository';

/**
 * Maximum number of attempts in one call of `applyOutOfOrderEvents`. An attempt applies an event, refuses events, or fails
 * because of a write conflict.
 */
const MAX_ATTEMPTS = 40;
/** Time until stored early events are checked again, if the transaction does not change before. */
const RECHECK_INTERVAL_MS = 3_600_000;

/**
 * Applies stored early reports that are now possible, in the order of their events, each in a separate write. A report that can
 * never be applied is recorded as refused and triggers the alarm for refused reports.
 * @returns the transaction afterwards; `undefined` if the transaction does not exist
 * @throws Error if the transaction keeps changing
 */
export async function applyOutOfOrderEvents(transactionId: string, atMs: number): Promise<Transaction | undefined> {
  const applied = await retryOnConflict(
    async () => {
      const found = await findReportedTransaction(transactionId);
      if (found === undefined) return { transaction: undefined };
      const plan = await planNextWrite(found, atMs);
      if (plan === undefined) return { transaction: found.transaction };
      if (await writeIfConditionsHold(plan.writes))
        for (const { provider, trigger } of plan.refused) {
          metric('providerEventRefused', 1);
          logWarning('A report of a provider was refused', { provider, transactionId, event: trigger });
        }
      return undefined;
    },
    { maxAttempts: MAX_ATTEMPTS, waits: false, whenExhausted: refuseChanging },
  );
  return applied.transaction;
}

function refuseChanging(): never {
  throw new Error('A transaction changes faster than its early events can be applied');
}

/** Schedules the next check of the stored early events. */
export async function scheduleRecheck(transactionId: string, atMs: number): Promise<void> {
  const found = await findReportedTransaction(transactionId);
  if (found === undefined || found.outOfOrder.events.length === 0) return;
  // Ignore a conflict: it means that another worker has just checked the events.
  await writeIfConditionsHold([remainingEventsWrite(found, [], atMs)]);
}

interface PlannedWrite {
  readonly writes: readonly PendingWrite[];
  readonly refused: readonly OutOfOrderEvent[];
}

async function planNextWrite(found: ReportedTransaction, atMs: number): Promise<PlannedWrite | undefined> {
  const { transaction, outOfOrder } = found;
  const refuse = (refused: readonly OutOfOrderEvent[]): PlannedWrite => ({
    writes: settlementWrites(found, refused, { outcome: 'REFUSED', atMs }),
    refused,
  });
  const outdated = outOfOrder.events.filter(({ trigger, keptAtMs }) => waitedTooLong(trigger, keptAtMs, atMs));
  if (outdated.length > 0) return refuse(outdated);
  for (const event of outOfOrder.events) {
    const { trigger, reason, transactionHash, amount, rail, refundId, reportedAtMs } = event;
    // The amount is left out, so that an event with a wrong amount is refused below instead of waiting. A refund keeps its
    // amount: it waits until an equal amount can be refunded.
    const timely = { trigger, reason, atMs, refundId, amount: trigger === 'REFUND_PAID' ? amount : undefined };
    if (apply(transaction, timely) === undefined) continue;
    const transition = apply(transaction, {
      trigger,
      reason,
      transactionHash,
      rail,
      refundId,
      proof: firstProof(),
      atMs,
      reportedAtMs,
      amount,
    });
    if (transition === undefined || (amount !== undefined && !matchesAmount(transaction, trigger, amount)))
      return refuse([event]);
    const writes = [
      ...(await writesOfTransition(transaction, transition, `${event.provider}:${event.eventId}`)),
      ...settlementWrites(found, [event], { outcome: 'APPLIED', atMs }),
    ];
    return { writes, refused: [] };
  }
  const unreachable = outOfOrder.events.filter((event) => !mayApplyLater(transaction, event));
  return unreachable.length === 0 ? undefined : refuse(unreachable);
}

/** Returns the writes that record the events' outcome and remove the events from the stored list. */
function settlementWrites(
  found: ReportedTransaction,
  settled: readonly OutOfOrderEvent[],
  { outcome, atMs }: { readonly outcome: RecordedOutcome; readonly atMs: number },
): PendingWrite[] {
  const { id: transactionId, status } = found.transaction;
  const records = settled.map(({ provider: source, eventId, trigger }) =>
    outOfOrderRecordWrite({ transactionId, source, eventId, trigger, outcome, status, atMs }),
  );
  return [...records, remainingEventsWrite(found, settled, atMs)];
}

function remainingEventsWrite(
  { transaction, outOfOrder }: ReportedTransaction,
  gone: readonly OutOfOrderEvent[],
  atMs: number,
): PendingWrite {
  const events = outOfOrder.events.filter((event) => !gone.includes(event));
  const dueAtMs = events.length === 0 ? undefined : atMs + RECHECK_INTERVAL_MS;
  return outOfOrderEventsWrite(transaction, outOfOrder, { events, dueAtMs });
}
