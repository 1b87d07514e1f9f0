/** Money that is given back for a transaction, each part by a separate order. */
import type { Blockchain } from '#shared/values/money/currency';
import type { Money } from '#shared/values/money/money';
import { depositsToReturn, paidInAmount } from './deposit-policy';
import { heldDeposits, type SurplusDeposit, sourceAmount, type Transaction } from './transaction';

/**
 * Names of refunds within their transaction: the deposit of one that was cancelled, what a failure or a returned payout left,
 * and each unexpected deposit by its place among them.
 */
export type RefundId = 'RETURN' | 'REFUND' | `SURPLUS-${number}`;

export const REFUND_ID = /^(RETURN|REFUND|SURPLUS-(0|[1-9]\d{0,3}))$/;

/** One refund: its amount, and its way. */
export interface Refund {
  readonly amount: Money;
  /** True if it goes back to where its deposit came from; else to an account of the user. */
  readonly returnsDeposit: boolean;
  /** The chain of tokens. */
  readonly blockchain: Blockchain | undefined;
}

const surplusId = (place: number): RefundId => `SURPLUS-${place}`;

/** The refunds of held money that are to be paid as the transaction stands. */
export function refundsDue(transaction: Transaction): readonly RefundId[] {
  const { refundHeld, surplusDeposits } = transaction;
  const returned = depositsToReturn(transaction).map((deposit) => surplusId(surplusDeposits.indexOf(deposit)));
  return [...(refundHeld === undefined ? [] : (['REFUND'] as const)), ...returned];
}

/** The held money of a refund; nothing if it is paid, or was never held. */
export function fundsOfRefund(
  { refundHeld, surplusDeposits }: Transaction,
  refundId: string,
): { readonly held: Money | undefined; readonly deposit: SurplusDeposit | undefined } {
  if (refundId === 'REFUND') return { held: refundHeld, deposit: undefined };
  const deposit = surplusDeposits.find((_, place) => surplusId(place) === refundId);
  return { held: undefined, deposit: heldDeposits({ surplusDeposits }).find((one) => one === deposit) };
}

/** A refund that is still to be paid; `undefined` if its money is not held any more. */
export function findRefund(transaction: Transaction, refundId: RefundId): Refund | undefined {
  const { held, deposit } = fundsOfRefund(transaction, refundId);
  // The return of a cancelled transaction's deposit was posted as it was cancelled.
  const amount = refundId === 'RETURN' ? paidInAmount(transaction) : (held ?? deposit?.amount);
  if (amount === undefined) return undefined;
  const blockchain = transaction.kind === 'OFF_RAMP' ? (deposit?.blockchain ?? transaction.blockchain) : undefined;
  const returnsDeposit = held === undefined || held.currency === sourceAmount(transaction).currency;
  return { amount, returnsDeposit, blockchain: returnsDeposit ? blockchain : undefined };
}
