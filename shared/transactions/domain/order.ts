/**
 * Orders to providers next to the payout's: the conversion of a transaction's amount, and each refund. A transaction has one
 * conversion at most, and one order for each refund.
 */
import { accepts } from './apply';
import { findRefund, REFUND_ID, type RefundId, refundsDue } from './refund';
import { type Edge, statusFacts } from './status-facts';
import type { Transaction } from './transaction';
import type { Trigger } from './triggers';

/** Names an order within its transaction; a refund's is its id. */
export type OrderName = 'CONVERSION' | RefundId;

export function isRefund(name: string): name is RefundId {
  return REFUND_ID.test(name);
}

export function isOrderName(name: string): name is OrderName {
  return name === 'CONVERSION' || isRefund(name);
}

/** Reasons for which an order waits for a person. */
export const waitReasons = ['PROVIDER_REFUSED', 'PROVIDER_SILENT', 'TRANSACTION_CANCELLED'] as const;

/** The state of our side of an order. Times are epoch ms. */
export interface Order {
  readonly transactionId: string;
  readonly partnerId: string;
  readonly name: OrderName;
  /** Orders that the provider has refused before: a new one has a new idempotency key. */
  readonly refused: number;
  /** The provider's name for it; absent until it was accepted. */
  readonly reference: string | undefined;
  /** Calls since the present stage of the work began. */
  readonly calls: number;
  /** Start of the present stage of the work, epoch ms. */
  readonly sinceMs: number;
  /** Reason for which a person has to decide, and since when; absent while the provider is at work. */
  readonly waits: { readonly reason: (typeof waitReasons)[number]; readonly sinceMs: number } | undefined;
  readonly version: number;
}

/** Key by which the provider knows repetitions of an order. It has at most 64 characters. */
export function idempotencyKeyOf({ transactionId, name, refused }: Order): string {
  const ofTransaction = name === 'CONVERSION' ? transactionId : `${transactionId}-${name}`;
  return refused === 0 ? ofTransaction : `${ofTransaction}-${refused}`;
}

function isConverting({ kind, status }: Transaction): boolean {
  return statusFacts[status].conversion.includes(kind);
}

/** Names the orders that begin with a transition. @param converts true if the stage orders conversions */
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
 * Chooses the next step of an order. What a provider has reported, or a person has done, is not ordered any more. An order that
 * waits for a person and has no reference is left to that person: ordering it again could pay twice.
 */
export function nextOrderTask(transaction: Transaction, order: Order): 'ORDER' | 'ASK' | 'WAIT' | 'NOTHING' {
  const { name, reference, waits } = order;
  const isOpen = isRefund(name) ? findRefund(transaction, name) !== undefined : needsConversion(transaction, order);
  if (!isOpen) return 'NOTHING';
  if (waits !== undefined && (reference === undefined || waits.reason !== 'PROVIDER_SILENT')) return 'WAIT';
  return reference === undefined ? 'ORDER' : 'ASK';
}

/** The payout of an on-ramp begins before its conversion has ended, which is followed to its end. */
function needsConversion(transaction: Transaction, { reference }: Order): boolean {
  return isConverting(transaction) || (transaction.kind === 'ON_RAMP' && reference !== undefined);
}

/** The status of an order, as its provider responds. `MANUAL`: a person there decides; it may still succeed or fail. */
export type OrderStatus = 'PENDING' | 'MANUAL' | 'COMPLETED' | 'FAILED';

/** Consequences of a response: the event of the transaction, and the next step of the order. */
export interface Consequence {
  readonly trigger?: Trigger;
  readonly next: 'ASK_LATER' | 'ASK_NOW' | 'CLOSE' | (typeof waitReasons)[number];
}

/** The consequence of a response. The state machine knows no conversion that ended before it had begun. */
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
  // The return of a cancelled transaction's deposit is in the books already.
  return name === 'RETURN' ? { next: 'CLOSE' } : { trigger: 'REFUND_PAID', next: 'CLOSE' };
}
