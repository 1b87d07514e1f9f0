/** Events of a transaction that providers may report, and the handling of early and late reports. */
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
/** Valid deposit amounts: the agreed amount, the paid-in amount, and the amount of each deposit that funded the transaction. */
const deposits: AmountsOf = (transaction) => [
  sourceAmount(transaction),
  paidInAmount(transaction),
  ...fundingAmounts(transaction),
];

/** Amounts that a report may contain. Excludes `REFUND_PAID`: the guard `REFUND_HELD` compares its amount with the held money. */
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

/** Reports of a money transfer. In production, these reports must contain an amount. */
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
 * Returns true if the ledger can post this amount. An unexpected deposit is returned, and the report of a refund may arrive
 * before the report of its deposit. Therefore deposits and refunds may have any positive amount.
 */
export function matchesAmount(transaction: Transaction, trigger: Trigger, amount: Money): boolean {
  const reported = reportedTriggers.find((one) => one === trigger);
  if (reported === undefined) return true;
  if (amount.minor <= 0n) return false;
  if (reported === 'DEPOSIT_RECEIVED' || reported === 'REFUND_PAID') return true;
  return reportedAmounts[reported](transaction).some((one) => isSameAmount(one, amount));
}

/** Time for which a refund report waits for its deposit, ms. A deposit that arrives later does not belong to the refund. */
const REFUND_WAIT_MS = 3_600_000;

/** Returns true if a stored report has waited too long for a missing earlier report. Only refunds have such a limit. */
export function waitedTooLong(trigger: Trigger, sinceMs: number, atMs: number): boolean {
  return trigger === 'REFUND_PAID' && atMs - sinceMs >= REFUND_WAIT_MS;
}

/**
 * Returns true if a report that arrived too early may be applied later. A report is late, and ignored, if the transaction can no
 * longer reach a status that accepts the report.
 */
export function mayApplyLater(
  transaction: Transaction,
  { trigger, amount }: { readonly trigger: Trigger; readonly amount?: Money | undefined },
): boolean {
  // Never apply this report later: the deposit may have arrived in the meantime.
  if (trigger === 'DEPOSIT_NOT_RECEIVED') return false;
  if (trigger === 'REFUND_PAID' && reportsPostedReturn(transaction, amount)) return false;
  const { edges } = stateMachines[transaction.kind];
  if (edges.some((edge) => edge.from === transaction.status && edge.on === trigger && mayOpen(edge))) return true;
  const reachable = reachableStatuses(transaction.status, edges);
  return edges.some((edge) => edge.on === trigger && reachable.has(edge.from));
}

/** Returns true if a report is for the return of a cancelled transaction's deposit. The ledger already contains this return. */
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

/** Returns true if the condition (`guard`) of an edge can still become true. */
function mayOpen({ guard }: Edge): boolean {
  return guard === 'EXECUTED' || guard === 'REFUND_HELD' || guard === 'NOT_HELD';
}

function reachableStatuses(status: TransactionStatus, edges: readonly Edge[]): ReadonlySet<TransactionStatus> {
  const reachable = new Set([status]);
  // The loop also visits statuses that are added during the loop.
  for (const from of reachable) for (const edge of edges) if (edge.from === from) reachable.add(edge.to);
  reachable.delete(status);
  return reachable;
}
