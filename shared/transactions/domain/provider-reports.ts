/** Events that providers may report of a transaction, and the handling of reports at the wrong time. */
import type { Money } from '#shared/values/money/money';
import { reasonsFor } from './cancellation-reason';
import { fundingAmounts, outstandingDeposit, paidInAmount } from './deposit-policy';
import { type Edge, stateMachines, type TransactionStatus } from './status-facts';
import { heldAmounts, isSameAmount, payoutAmount, sourceAmount, type Transaction } from './transaction';
import { type ReportedTrigger, reportedTriggers, type Trigger } from './triggers';

type AmountsOf = (transaction: Transaction) => readonly Money[];

const source: AmountsOf = (transaction) => [sourceAmount(transaction)];
const payout: AmountsOf = (transaction) => [payoutAmount(transaction)];
const either: AmountsOf = (transaction) => [sourceAmount(transaction), payoutAmount(transaction)];
/** The deposit, as agreed and as it arrived: whole, and each of several. */
const deposits: AmountsOf = (transaction) => [
  sourceAmount(transaction),
  paidInAmount(transaction),
  ...fundingAmounts(transaction),
];

/** The amounts of a transaction that a report may name; a refund names one of the held money. */
const reportedAmounts: Readonly<Record<Exclude<ReportedTrigger, 'REFUND_PAID'>, AmountsOf>> = {
  DEPOSIT_RECEIVED: source,
  DEPOSIT_NOT_RECEIVED: (transaction) => [sourceAmount(transaction), outstandingDeposit(transaction)],
  RECEIPT_CONFIRMED: deposits,
  CONVERSION_STARTED: either,
  CONVERSION_COMPLETED: either,
  CONVERSION_FAILED: either,
  PAYOUT_SUBMITTED: payout,
  PAYOUT_COMPLETED: payout,
  PAYOUT_FAILED: payout,
  PAYOUT_RETURNED: payout,
  MANUAL_TRANSFER_REQUIRED: payout,
  NAME_CHECK_FAILED: (transaction) => [...deposits(transaction), payoutAmount(transaction)],
};

/** Reports of a transfer of money, which therefore have an amount. */
const moneyMovingTriggers: readonly ReportedTrigger[] = [
  'DEPOSIT_RECEIVED',
  'PAYOUT_COMPLETED',
  'PAYOUT_RETURNED',
  'REFUND_PAID',
];

export function movesMoney(trigger: ReportedTrigger): boolean {
  return moneyMovingTriggers.includes(trigger);
}

/**
 * Returns true if the ledger can post this amount. A deposit of any amount is posted: an unexpected one is returned. A
 * refund of any amount may have arrived before the deposit that it pays back, and is applied to nothing else. In every
 * other event an unexpected amount is not this transaction's: a person has to decide.
 */
export function matchesAmount(transaction: Transaction, trigger: Trigger, amount: Money): boolean {
  const reported = reportedTriggers.find((one) => one === trigger);
  if (reported === undefined) return true;
  if (amount.minor <= 0n) return false;
  if (reported === 'DEPOSIT_RECEIVED' || reported === 'REFUND_PAID') return true;
  return reportedAmounts[reported](transaction).some((one) => isSameAmount(one, amount));
}

/** Time for which a refund without a matching held deposit is kept: a later deposit is a different one. */
const REFUND_WAIT_MS = 3_600_000;

/** Returns true if a report has been kept, since an instant in epoch ms, for longer than reports can be out of order. */
export function waitedTooLong(trigger: Trigger, sinceMs: number, atMs: number): boolean {
  return trigger === 'REFUND_PAID' && atMs - sinceMs >= REFUND_WAIT_MS;
}

/**
 * Returns true if a report that cannot be applied now may be applied later: reports can arrive out of order. A report of
 * a state that the transaction can no longer reach is late and is ignored.
 */
export function mayApplyLater(
  transaction: Transaction,
  { trigger, amount }: { readonly trigger: Trigger; readonly amount?: Money | undefined },
): boolean {
  // That something has not arrived is true when it is reported, and perhaps not when it could be applied.
  if (trigger === 'DEPOSIT_NOT_RECEIVED') return false;
  if (trigger === 'REFUND_PAID' && reportsPostedReturn(transaction, amount)) return false;
  const { edges } = stateMachines[transaction.kind];
  if (edges.some((edge) => edge.from === transaction.status && edge.on === trigger && mayOpen(edge))) return true;
  const reachable = reachableStatuses(transaction.status, edges);
  return edges.some((edge) => edge.on === trigger && reachable.has(edge.from));
}

/** Returns true if a refund is the return of the deposit, which was posted when the transaction was cancelled. */
function reportsPostedReturn(transaction: Transaction, amount: Money | undefined): boolean {
  if (heldAmounts(transaction).length > 0) return false;
  if (amount !== undefined && !deposits(transaction).some((one) => isSameAmount(one, amount))) return false;
  const { kind, status, cancellationReason } = transaction;
  return stateMachines[kind].edges.some(
    ({ to, on, postingRule }) =>
      to === status &&
      (postingRule === 'RETURN_DEPOSIT' || postingRule === 'RETURN_CONVERTED_DEPOSIT') &&
      reasonsFor(kind, on).some((reason) => reason === cancellationReason),
  );
}

/** Returns true if the condition of an edge may still become true. */
function mayOpen({ guard }: Edge): boolean {
  return guard === 'EXECUTED' || guard === 'REFUND_HELD' || guard === 'NOT_HELD';
}

function reachableStatuses(status: TransactionStatus, edges: readonly Edge[]): ReadonlySet<TransactionStatus> {
  const reachable = new Set([status]);
  // The loop also visits the statuses that it adds.
  for (const from of reachable) for (const edge of edges) if (edge.from === from) reachable.add(edge.to);
  reachable.delete(status);
  return reachable;
}
