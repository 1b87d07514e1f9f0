/** State of a transaction for its payer, with the problems of unexpected deposits. */
import { keptDeposits } from './deposit-policy';
import { statusFacts } from './status-facts';
import { type SurplusDeposit, sourceAmount, type Transaction } from './transaction';

/** States in their usual order. */
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

/** Problems of an unexpected deposit. */
export type DepositFault = 'kept' | 'underpaid' | 'other-network' | 'other-currency' | 'late' | 'surplus';

/** An unexpected deposit with its problem. */
export interface FaultyDeposit extends SurplusDeposit {
  readonly fault: DepositFault;
}

/** Returns the state of a transaction, as the payment page shows it to the payer. */
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

/**
 * Returns the payment state of a cancelled transaction. `cancelled`: the partner cancelled before the deposit. `refused` and
 * `not-executed`: the deposit is returned.
 */
function cancelledState({ cancellationReason }: Transaction): PaymentState {
  if (cancellationReason === 'NAME_VERIFICATION_FAILED') return 'refused';
  return cancellationReason === 'NOT_EXECUTED' ? 'not-executed' : 'cancelled';
}

/** Returns true if the transaction still accepts its deposit. */
export function isPayable({ status }: Transaction): boolean {
  return statusFacts[status].deposit === 'AWAITED';
}

/** Returns true if the blockchain may still have to confirm a token deposit. */
export function awaitsConfirmations(transaction: Transaction): boolean {
  if (transaction.kind !== 'OFF_RAMP') return false;
  return isPayable(transaction) || ['held', 'confirming'].includes(paymentState(transaction));
}

/** Returns true if the transaction has ended and, after a failure, the refund is paid. */
export function isFinal(transaction: Transaction): boolean {
  return statusFacts[transaction.status].end !== undefined && paymentState(transaction) !== 'failed';
}

/**
 * Returns the unexpected deposits with their problems, except deposits that have funded the transaction. Only deposits with the
 * problem `kept` count towards the expected amount.
 */
export function faultyDeposits(transaction: Transaction): readonly FaultyDeposit[] {
  const due = sourceAmount(transaction);
  const kept = keptDeposits(transaction);
  const unexpected = transaction.surplusDeposits.filter(({ usedAtMs }) => usedAtMs === undefined);
  return unexpected.map((deposit) => {
    if (kept.includes(deposit)) return { ...deposit, fault: 'kept' };
    if (deposit.blockchain !== undefined) return { ...deposit, fault: 'other-network' };
    if (deposit.amount.currency !== due.currency) return { ...deposit, fault: 'other-currency' };
    // After a cancellation or expiry, a partial deposit is `underpaid`, not `late`, if the terms allow top-ups.
    const isPart = transaction.depositTerms?.partial === 'TOP_UP' && deposit.amount.minor < due.minor;
    const { deposit: meaning } = statusFacts[transaction.status];
    if (meaning === 'AWAITED' || (meaning === 'LATE' && isPart)) return { ...deposit, fault: 'underpaid' };
    return { ...deposit, fault: meaning === 'LATE' ? 'late' : 'surplus' };
  });
}
