/** The state of a deposit for the payer, as far as the transaction's record knows it. */
import { keptDeposits } from './deposit-policy';
import { statusFacts } from './status-facts';
import { type SurplusDeposit, sourceAmount, type Transaction } from './transaction';

/** States in the order in which they are usually passed. */
export const paymentStates = [
  'waiting',
  'looking',
  'not-found',
  'held',
  'confirming',
  'converting',
  'reviewing',
  'paying-out',
  'completed',
  'payout-returned',
  'payout-refunded',
  'cancelled',
  'refused',
  'not-executed',
  'expired',
  'failed',
  'refunded',
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** Kinds of an unexpected deposit, by its problem. */
export type DepositFault = 'kept' | 'underpaid' | 'other-network' | 'other-currency' | 'late' | 'surplus';

/** An unexpected deposit with its problem. */
export interface FaultyDeposit extends SurplusDeposit {
  readonly fault: DepositFault;
}

/** The state of a transaction's deposit: the status decides, if it has a state; else the facts of the status. */
export function paymentState(transaction: Transaction): PaymentState {
  const { kind, status } = transaction;
  switch (status) {
    case 'CRYPTO_NOT_RECEIVED':
      return 'not-found';
    case 'CRYPTO_RECEIVED':
      return kind === 'OFF_RAMP' && transaction.executedAtMs === undefined ? 'held' : 'confirming';
    case 'COMPLETED':
      if (transaction.payoutReturn === undefined) return 'completed';
      return transaction.refundHeld === undefined ? 'payout-refunded' : 'payout-returned';
    case 'CANCELLED':
      return cancelledState(transaction);
    case 'EXPIRED':
      return 'expired';
    case 'FAILED':
      return transaction.refundHeld === undefined ? 'refunded' : 'failed';
  }
  if (status === 'PENDING' && kind === 'OFF_RAMP') return 'looking';
  if (transaction.hold !== undefined) return 'reviewing';
  const { deposit, payout } = statusFacts[status];
  if (deposit === 'AWAITED') return 'waiting';
  return payout[kind] === undefined ? 'converting' : 'paying-out';
}

/** The partner cancels before anything is paid in; every other cancellation returns the deposit. */
function cancelledState({ cancellationReason }: Transaction): PaymentState {
  if (cancellationReason === 'NAME_VERIFICATION_FAILED') return 'refused';
  return cancellationReason === 'NOT_EXECUTED' ? 'not-executed' : 'cancelled';
}

/** Returns true if the deposit can still be paid. */
export function isPayable({ status }: Transaction): boolean {
  return statusFacts[status].deposit === 'AWAITED';
}

/** Returns true if a deposit of tokens may be on its way through its chain. */
export function awaitsConfirmations(transaction: Transaction): boolean {
  if (transaction.kind !== 'OFF_RAMP') return false;
  return isPayable(transaction) || ['held', 'confirming'].includes(paymentState(transaction));
}

/** Returns true if nothing more happens by itself. */
export function isFinal(transaction: Transaction): boolean {
  return statusFacts[transaction.status].end !== undefined && paymentState(transaction) !== 'failed';
}

/**
 * The unexpected deposits with their problems. Only deposits kept for a top-up count towards the due amount; those
 * that have completed it are left out.
 */
export function faultyDeposits(transaction: Transaction): readonly FaultyDeposit[] {
  const due = sourceAmount(transaction);
  const kept = keptDeposits(transaction);
  const unexpected = transaction.surplusDeposits.filter(({ usedAtMs }) => usedAtMs === undefined);
  return unexpected.map((deposit) => {
    if (kept.includes(deposit)) return { ...deposit, fault: 'kept' };
    if (deposit.blockchain !== undefined) return { ...deposit, fault: 'other-network' };
    if (deposit.amount.currency !== due.currency) return { ...deposit, fault: 'other-currency' };
    // A part that was kept until the end came in time.
    const isPart = transaction.depositTerms?.partial === 'TOP_UP' && deposit.amount.minor < due.minor;
    const { deposit: meaning } = statusFacts[transaction.status];
    if (meaning === 'AWAITED' || (meaning === 'LATE' && isPart)) return { ...deposit, fault: 'underpaid' };
    return { ...deposit, fault: meaning === 'LATE' ? 'late' : 'surplus' };
  });
}
