/** What providers may report of a transaction, and what a report that comes at the wrong time means. */
import type { Money } from '#shared/domain/money/money';
import { reasonsOf } from '#shared/domain/transactions/cancellation-reason';
import { paidIn, paidOut, type Transaction } from '#shared/domain/transactions/transaction';
import {
  type Edge,
  type Status,
  stateMachines,
  type Trigger,
} from '#shared/domain/transactions/transition-table';

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
type Side = 'in' | 'out';

/** Which side of a transaction a report's amount is about; what pays back is about what is held. */
const sides: Readonly<Record<Exclude<ReportedTrigger, 'REFUND_PAID'>, readonly Side[]>> = {
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
const movements: readonly ReportedTrigger[] = [
  'DEPOSIT_RECEIVED',
  'PAYOUT_COMPLETED',
  'PAYOUT_RETURNED',
  'REFUND_PAID',
];

/** Whether a report says that money was moved. */
export function movesMoney(trigger: ReportedTrigger): boolean {
  return movements.includes(trigger);
}

/**
 * Whether the books can take an amount there. A deposit of any amount is booked: what the transaction did not wait for
 * goes back. So a refund of any amount may have overtaken what it pays back, and is applied to nothing else. Of
 * everything else another amount is not this transaction's: a person has to look.
 */
export function fitsAmount(transaction: Transaction, trigger: Trigger, amount: Money): boolean {
  const reported = reportedTriggers.find((one) => one === trigger);
  if (reported === undefined) return true;
  if (amount.minor <= 0n) return false;
  if (reported === 'DEPOSIT_RECEIVED' || reported === 'REFUND_PAID') return true;
  return sides[reported].some((side) => isSame(amountAt(transaction, side), amount));
}

function isSame(one: Money, other: Money): boolean {
  return one.currency === other.currency && one.minor === other.minor;
}

/** What of a transaction tells what stands on its user's refund account. */
export type HeldFunds = Pick<Transaction, 'refundHeld' | 'surplusDeposits'>;

/** Every amount that stands on the user's refund account for a transaction. */
export function heldFor({ refundHeld, surplusDeposits }: HeldFunds): Money[] {
  const deposits = surplusDeposits.filter(({ returnedAtMs }) => returnedAtMs === undefined);
  return [...(refundHeld === undefined ? [] : [refundHeld]), ...deposits.map(({ amount }) => amount)];
}

function amountAt(transaction: Transaction, side: Side): Money {
  switch (side) {
    case 'in':
      return paidIn(transaction);
    case 'out':
      return paidOut(transaction);
  }
}

/** That something has not come is true when it is said, and perhaps not when the report could be applied. */
const ofTheMoment: readonly Trigger[] = ['DEPOSIT_NOT_RECEIVED'];

/** How long a refund is kept that pays back nothing that is held: what comes after that is another deposit. */
const REFUND_PATIENCE_MS = 3_600_000;

/** Whether a report has been kept, since an instant in epoch ms, for longer than it can have overtaken anything. */
export function keptTooLong(trigger: Trigger, sinceMs: number, atMs: number): boolean {
  return trigger === 'REFUND_PAID' && atMs - sinceMs >= REFUND_PATIENCE_MS;
}

/**
 * Whether a report that cannot be applied now may be applied later: reports overtake each other. One that the
 * transaction can no longer come to is late, and means nothing.
 */
export function mayComeLater(
  transaction: Transaction,
  { trigger, amount }: { readonly trigger: Trigger; readonly amount?: Money | undefined },
): boolean {
  if (ofTheMoment.includes(trigger)) return false;
  if (trigger === 'REFUND_PAID' && reportsBookedReturn(transaction, amount)) return false;
  const { edges } = stateMachines[transaction.kind];
  if (edges.some((edge) => edge.from === transaction.status && edge.on === trigger && opens(edge)))
    return true;
  const reachable = reachableFrom(transaction.status, edges);
  return edges.some((edge) => edge.on === trigger && reachable.has(edge.from));
}

/** Whether a refund is the return of the deposit, which was booked when the transaction was cancelled. */
function reportsBookedReturn(transaction: Transaction, amount: Money | undefined): boolean {
  if (heldFor(transaction).length > 0) return false;
  if (amount !== undefined && !isSame(amount, paidIn(transaction))) return false;
  const { kind, status, cancellationReason } = transaction;
  return stateMachines[kind].edges.some(
    ({ to, on, movement }) =>
      to === status &&
      (movement === 'RETURN_DEPOSIT' || movement === 'RETURN_CONVERTED_DEPOSIT') &&
      reasonsOf(kind, on).some((reason) => reason === cancellationReason),
  );
}

/** Whether what an edge waits for may still come true. */
function opens({ guard }: Edge): boolean {
  return guard === 'EXECUTED' || guard === 'REFUND_HELD';
}

/** The statuses that lie ahead of one. */
function reachableFrom(status: Status, edges: readonly Edge[]): ReadonlySet<Status> {
  const found = new Set<Status>();
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
