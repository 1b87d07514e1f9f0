/** Refunds of a transaction's money. Each refund is a separate order. */
import type { Blockchain } from '#shared/values/money/currency';
import type { Money } from '#shared/values/money/money';
import { depositsToReturn, paidInAmount } from './deposit-policy';
import { heldDeposits, type SurplusDeposit, sourceAmount, type Transaction } from './transaction';

/**
 * Ids of refunds within their transaction. `RETURN`: the deposit of a cancelled transaction. `REFUND`: money held after a failure
 * or a returned payout. `SURPLUS-n`: the unexpected deposit at index n.
 */
export type RefundId = 'RETURN' | 'REFUND' | `SURPLUS-${number}`;

export const REFUND_ID = /^(RETURN|REFUND|SURPLUS-(0|[1-9]\d{0,3}))$/;

/** One refund: its amount and destination. */
export interface Refund {
  readonly amount: Money;
  /** True if the refund goes back to the source of its deposit, false if it goes to an account of the user. */
  readonly returnsDeposit: boolean;
  readonly blockchain: Blockchain | undefined;
}

const surplusId = (place: number): RefundId => `SURPLUS-${place}`;

/** Returns the ids of the refunds that are due in the transaction's current state. */
export function refundsDue(transaction: Transaction): readonly RefundId[] {
  const { refundHeld, surplusDeposits } = transaction;
  const returned = depositsToReturn(transaction).map((deposit) => surplusId(surplusDeposits.indexOf(deposit)));
  return [...(refundHeld === undefined ? [] : (['REFUND'] as const)), ...returned];
}

/** Returns the held money of a refund; `undefined` fields if the money was already paid or never held. */
export function fundsOfRefund(
  { refundHeld, surplusDeposits }: Transaction,
  refundId: string,
): { readonly held: Money | undefined; readonly deposit: SurplusDeposit | undefined } {
  if (refundId === 'REFUND') return { held: refundHeld, deposit: undefined };
  const deposit = surplusDeposits.find((_, place) => surplusId(place) === refundId);
  return { held: undefined, deposit: heldDeposits({ surplusDeposits }).find((one) => one === deposit) };
}

/** Returns a refund; `undefined` if the money of `REFUND` or `SURPLUS-n` is no longer held. `RETURN` is always found. */
export function findRefund(transaction: Transaction, refundId: RefundId): Refund | undefined {
  const { held, deposit } = fundsOfRefund(transaction, refundId);
  // The cancellation has already posted the ledger entries of `RETURN`, so the transaction contains no held money for `RETURN`.
  const amount = refundId === 'RETURN' ? paidInAmount(transaction) : (held ?? deposit?.amount);
  if (amount === undefined) return undefined;
  const blockchain = transaction.kind === 'OFF_RAMP' ? (deposit?.blockchain ?? transaction.blockchain) : undefined;
  const returnsDeposit = held === undefined || held.currency === sourceAmount(transaction).currency;
  return { amount, returnsDeposit, blockchain: returnsDeposit ? blockchain : undefined };
}
