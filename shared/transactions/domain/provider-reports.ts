/** What providers may report of a transaction, and what a report that comes at the wrong time means. */
import type { Money } from '#shared/values/money/money';
import { reasonsFor } from './cancellation-reason';
import type { TransactionStatus } from './status-facts';
import { heldAmounts, payoutAmount, sourceAmount, type Transaction } from './transaction';
import { type Edge, stateMachines } from './transition-table';
import type { Trigger } from './triggers';

/** Everything but what the partner does (execute, cancel) and what the clock does (expiries). */
export const reportedTriggers = [
  'DEPOSIT_RECEIVED',
  'DEPOSIT_NOT_RECEIVED',
  'RECEIPT_CONFIRMED',
  'CONVERSION_STARTED',
  'CONVERSION_COMPLETED',
  'CONVERSION_FAILED',
  'PAYOUT_SUBMITTED',
  'PAYOUT_COMPLETED',
  'PAYOUT_FAILED',
  'PAYOUT_RETURNED',
  'MANUAL_TRANSFER_REQUIRED',
  'NAME_CHECK_FAILED',
  'REFUND_PAID',
] as const satisfies readonly Trigger[];
export type ReportedTrigger = (typeof reportedTriggers)[number];

/** What is paid in, and what is paid out. */
type AmountSide = 'in' | 'out';

/** Which side of a transaction a report's amount is about; what pays back is about what is held. */
const amountSides: Readonly<Record<Exclude<ReportedTrigger, 'REFUND_PAID'>, readonly AmountSide[]>> = {
  DEPOSIT_RECEIVED: ['in'],
  DEPOSIT_NOT_RECEIVED: ['in'],
  RECEIPT_CONFIRMED: ['in'],
  CONVERSION_STARTED: ['in', 'out'],
  CONVERSION_COMPLETED: ['in', 'out'],
  CONVERSION_FAILED: ['in', 'out'],
  PAYOUT_SUBMITTED: ['out'],
  PAYOUT_COMPLETED: ['out'],
  PAYOUT_FAILED: ['out'],
  PAYOUT_RETURNED: ['out'],
  MANUAL_TRANSFER_REQUIRED: ['out'],
  NAME_CHECK_FAILED: ['in', 'out'],
};

/** What says that money came, went out or came back, and therefore how much. */
const moneyMovingTriggers: readonly ReportedTrigger[] = [
  'DEPOSIT_RECEIVED',
  'PAYOUT_COMPLETED',
  'PAYOUT_RETURNED',
  'REFUND_PAID',
];

/** Whether a report says that money was moved. */
export function movesMoney(trigger: ReportedTrigger): boolean {
  return moneyMovingTriggers.includes(trigger);
}

/**
 * Whether the books can take an amount there. A deposit of any amount is booked: what the transaction did not wait for
 * goes back. So a refund of any amount may have overtaken what it pays back, and is applied to nothing else. Of
 * everything else another amount is not this transaction's: a person has to look.
 */
export function matchesAmount(transaction: Transaction, trigger: Trigger, amount: Money): boolean {
  const reported = reportedTriggers.find((one) => one === trigger);
  if (reported === undefined) return true;
  if (amount.minor <= 0n) return false;
  if (reported === 'DEPOSIT_RECEIVED' || reported === 'REFUND_PAID') return true;
  return amountSides[reported].some((side) => isSameAmount(amountOnSide(transaction, side), amount));
}

function isSameAmount(one: Money, other: Money): boolean {
  return one.currency === other.currency && one.minor === other.minor;
}

function amountOnSide(transaction: Transaction, side: AmountSide): Money {
  switch (side) {
    case 'in':
      return sourceAmount(transaction);
    case 'out':
      return payoutAmount(transaction);
  }
}

/** That something has not come is true when it is said, and perhaps not when the report could be applied. */
const momentaryTriggers: readonly Trigger[] = ['DEPOSIT_NOT_RECEIVED'];

/** How long a refund is kept that pays back nothing that is held: what comes after that is another deposit. */
const REFUND_WAIT_MS = 3_600_000;

/** Whether a report has been kept, since an instant in epoch ms, for longer than it can have overtaken anything. */
export function waitedTooLong(trigger: Trigger, sinceMs: number, atMs: number): boolean {
  return trigger === 'REFUND_PAID' && atMs - sinceMs >= REFUND_WAIT_MS;
}

/**
 * Whether a report that cannot be applied now may be applied later: reports overtake each other. One that the
 * transaction can no longer come to is late, and means nothing.
 */
export function mayApplyLater(
  transaction: Transaction,
  { trigger, amount }: { readonly trigger: Trigger; readonly amount?: Money | undefined },
): boolean {
  if (momentaryTriggers.includes(trigger)) return false;
  if (trigger === 'REFUND_PAID' && reportsPostedReturn(transaction, amount)) return false;
  const { edges } = stateMachines[transaction.kind];
  if (edges.some((edge) => edge.from === transaction.status && edge.on === trigger && mayOpen(edge)))
    return true;
  const reachable = reachableStatuses(transaction.status, edges);
  return edges.some((edge) => edge.on === trigger && reachable.has(edge.from));
}

/** Whether a refund is the return of the deposit, which was booked when the transaction was cancelled. */
function reportsPostedReturn(transaction: Transaction, amount: Money | undefined): boolean {
  if (heldAmounts(transaction).length > 0) return false;
  if (amount !== undefined && !isSameAmount(amount, sourceAmount(transaction))) return false;
  const { kind, status, cancellationReason } = transaction;
  return stateMachines[kind].edges.some(
    ({ to, on, postingRule }) =>
      to === status &&
      (postingRule === 'RETURN_DEPOSIT' || postingRule === 'RETURN_CONVERTED_DEPOSIT') &&
      reasonsFor(kind, on).some((reason) => reason === cancellationReason),
  );
}

/** Whether what an edge waits for may still come true. */
function mayOpen({ guard }: Edge): boolean {
  return guard === 'EXECUTED' || guard === 'REFUND_HELD';
}

/** The statuses that lie ahead of one. */
function reachableStatuses(
  status: TransactionStatus,
  edges: readonly Edge[],
): ReadonlySet<TransactionStatus> {
  const found = new Set<TransactionStatus>();
  const open = [status];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    for (const { to } of edges.filter((edge) => edge.from === from && edge.to !== edge.from)) {
      if (found.has(to) || to === status) continue;
      found.add(to);
      open.push(to);
    }
  }
  return found;
}
