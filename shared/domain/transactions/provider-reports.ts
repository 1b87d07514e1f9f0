/** What providers may report of a transaction, and what a report that comes at the wrong time means. */
import type { Money } from '#shared/domain/money/money';
import { convertedRefund } from '#shared/domain/transactions/bookings';
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

/** What is paid in, what is paid out, and what a failed payout leaves for the user. */
type Side = 'in' | 'out' | 'refund';

/** Which side of a transaction a report's amount is about. */
const sides: Readonly<Record<ReportedTrigger, readonly Side[]>> = {
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
  REFUND_PAID: ['in', 'out', 'refund'],
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
 * goes back. Of everything else another amount is not this transaction's: a person has to look.
 */
export function fitsAmount(transaction: Transaction, trigger: Trigger, amount: Money): boolean {
  const reported = reportedTriggers.find((one) => one === trigger);
  if (reported === undefined) return true;
  if (amount.minor <= 0n) return false;
  if (reported === 'DEPOSIT_RECEIVED') return true;
  // What is held is what is paid back; before anything is held, a report that came too early may mean either side.
  const held = reported === 'REFUND_PAID' ? heldFor(transaction) : [];
  const expected = held.length > 0 ? held : sides[reported].map((side) => amountAt(transaction, side));
  return expected.some(({ currency, minor }) => currency === amount.currency && minor === amount.minor);
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
    case 'refund':
      return convertedRefund(transaction);
  }
}

/** That something has not come is true when it is said, and perhaps not when the report could be applied. */
const ofTheMoment: readonly Trigger[] = ['DEPOSIT_NOT_RECEIVED'];

/**
 * Whether a report that cannot be applied now may be applied later: reports overtake each other. One that the
 * transaction can no longer come to is late, and means nothing.
 */
export function mayComeLater(transaction: Transaction, trigger: Trigger): boolean {
  if (ofTheMoment.includes(trigger)) return false;
  const { edges } = stateMachines[transaction.kind];
  if (edges.some((edge) => edge.from === transaction.status && edge.on === trigger && opens(edge)))
    return true;
  const reachable = reachableFrom(transaction.status, edges);
  return edges.some((edge) => edge.on === trigger && reachable.has(edge.from));
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
