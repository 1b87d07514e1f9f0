/** Provider orders other than the payout: at most one conversion for each transaction, and one order for each refund. */
import { accepts } from './apply';
import { findRefund, REFUND_ID, type RefundId, refundsDue } from './refund';
import { type Edge, statusFacts } from './status-facts';
import type { Transaction } from './transaction';
import type { Trigger } from './triggers';

/** Name of an order within its transaction. For a refund, the name is the refund's id. */
export type OrderName = 'CONVERSION' | RefundId;

export function isRefund(name: string): name is RefundId {
  return REFUND_ID.test(name);
}

export function isOrderName(name: string): name is OrderName {
  return name === 'CONVERSION' || isRefund(name);
}

/** Reasons why an order needs a manual decision. */
export const waitReasons = ['PROVIDER_REFUSED', 'PROVIDER_SILENT', 'TRANSACTION_CANCELLED'] as const;

/** Our record of an order at a provider. Times are epoch ms. */
export interface Order {
  readonly transactionId: string;
  readonly partnerId: string;
  readonly name: OrderName;
  /** Number of earlier submissions that the provider refused. Each submission after a refusal has a new idempotency key. */
  readonly refused: number;
  /** The provider's id of the order; absent until the provider accepts the order. */
  readonly reference: string | undefined;
  /** Number of provider calls in the current phase. The second phase begins when the provider accepts the order. */
  readonly calls: number;
  /** Start of the current phase (see `calls`), epoch ms. */
  readonly sinceMs: number;
  /** Reason and start of the wait for a manual decision; absent while the provider works on the order. */
  readonly waits: { readonly reason: (typeof waitReasons)[number]; readonly sinceMs: number } | undefined;
  readonly version: number;
}

/** Returns the idempotency key by which the provider recognizes repeated requests of an order. Maximum: 64 characters. */
export function idempotencyKeyOf({ transactionId, name, refused }: Order): string {
  const ofTransaction = name === 'CONVERSION' ? transactionId : `${transactionId}-${name}`;
  return refused === 0 ? ofTransaction : `${ofTransaction}-${refused}`;
}

function isConverting({ kind, status }: Transaction): boolean {
  return statusFacts[status].conversion.includes(kind);
}

/** Returns the names of the orders that a transition starts. @param converts true if the stage orders conversions */
export function ordersBegunBy(before: Transaction, next: Transaction, edge: Edge, converts: boolean): OrderName[] {
  const known = refundsDue(before);
  return [
    ...(converts && !isConverting(before) && isConverting(next) ? (['CONVERSION'] as const) : []),
    ...(returnsDeposit(edge) ? (['RETURN'] as const) : []),
    ...refundsDue(next).filter((refund) => !known.includes(refund)),
  ];
}

function returnsDeposit({ postingRule }: Edge): boolean {
  return postingRule === 'RETURN_DEPOSIT' || postingRule === 'RETURN_CONVERTED_DEPOSIT';
}

/**
 * Chooses the next step of an order. `NOTHING`: the refund is paid, or no conversion is needed. `WAIT`: a person must decide. We
 * do not repeat an order that waits without a reference: the provider may have received the order and could pay twice.
 */
export function nextOrderTask(transaction: Transaction, order: Order): 'ORDER' | 'ASK' | 'WAIT' | 'NOTHING' {
  const { name, reference, waits } = order;
  const isOpen = isRefund(name) ? findRefund(transaction, name) !== undefined : needsConversion(transaction, order);
  if (!isOpen) return 'NOTHING';
  if (waits !== undefined && (reference === undefined || waits.reason !== 'PROVIDER_SILENT')) return 'WAIT';
  return reference === undefined ? 'ORDER' : 'ASK';
}

/**
 * Returns true while the transaction is being converted. Also returns true for an on-ramp with an accepted conversion order,
 * because its payout begins before the conversion ends.
 */
function needsConversion(transaction: Transaction, { reference }: Order): boolean {
  return isConverting(transaction) || (transaction.kind === 'ON_RAMP' && reference !== undefined);
}

/** Order status in the provider's response. `MANUAL`: a person at the provider decides; the order may still succeed or fail. */
export type OrderStatus = 'PENDING' | 'MANUAL' | 'COMPLETED' | 'FAILED';

/** Consequences of the provider's response: an event of the transaction, and the next step of the order. */
export interface Consequence {
  readonly trigger?: Trigger;
  readonly next: 'ASK_LATER' | 'ASK_NOW' | 'CLOSE' | (typeof waitReasons)[number];
}

/**
 * Returns the consequence of a provider's response. If the start of a conversion is not recorded yet, the trigger is
 * `CONVERSION_STARTED`, even if the conversion is complete. For cross-ramps, we then ask again for the result.
 */
export function consequenceOf(transaction: Transaction, name: OrderName, status: OrderStatus): Consequence {
  if (status === 'MANUAL') return { next: 'ASK_LATER' };
  if (isRefund(name)) return refundConsequence(name, status);
  if (accepts(transaction, 'CONVERSION_STARTED') && !(status === 'FAILED' && transaction.kind === 'ON_RAMP')) {
    const isOver = status !== 'PENDING';
    const next = transaction.kind === 'ON_RAMP' ? 'CLOSE' : 'ASK_NOW';
    return { trigger: 'CONVERSION_STARTED', next: isOver ? next : 'ASK_LATER' };
  }
  switch (status) {
    case 'PENDING':
      return { next: 'ASK_LATER' };
    case 'COMPLETED':
      if (accepts(transaction, 'CONVERSION_COMPLETED')) return { trigger: 'CONVERSION_COMPLETED', next: 'CLOSE' };
      return { next: transaction.status === 'CANCELLED' ? 'TRANSACTION_CANCELLED' : 'CLOSE' };
    case 'FAILED':
      if (accepts(transaction, 'CONVERSION_FAILED')) return { trigger: 'CONVERSION_FAILED', next: 'CLOSE' };
      return { next: 'PROVIDER_REFUSED' };
  }
}

function refundConsequence(name: RefundId, status: Exclude<OrderStatus, 'MANUAL'>): Consequence {
  if (status === 'PENDING') return { next: 'ASK_LATER' };
  if (status === 'FAILED') return { next: 'PROVIDER_REFUSED' };
  // `RETURN` needs no trigger: the cancellation of the transaction has already posted the ledger entries of this refund.
  return name === 'RETURN' ? { next: 'CLOSE' } : { trigger: 'REFUND_PAID', next: 'CLOSE' };
}
