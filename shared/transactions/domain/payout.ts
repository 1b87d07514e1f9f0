import type { Transaction } from './transaction';
import type { Edge, TransactionStatus } from './transition-table';

/** Where our side of a transaction's payout stands. Times are epoch ms. */
export interface Payout {
  readonly transactionId: string;
  readonly partnerId: string;
  /** The penny test of the account that is paid; `NONE` until it was asked for, or where none is needed. */
  readonly test: 'NONE' | 'ASKED' | 'PASSED';
  /** The provider's name for the payout; absent until it took it. */
  readonly reference: string | undefined;
  /** Whether the order may be out: set in the write that clears it, before the provider is called. */
  readonly ordered: boolean;
  /** Calls since the present stage of the work began. */
  readonly calls: number;
  /** When that was. */
  readonly sinceMs: number;
  readonly version: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long an order may go unanswered before a person has to look. */
const ORDER_TIMEOUT_MS = DAY_MS;
/** How long a payout that was taken may stay undecided before a person has to look. */
const DECISION_TIMEOUT_MS = 7 * DAY_MS;

/** Whether a transition is the one with which paying out begins. */
export function startsPayout({ kind }: Transaction, { from, to }: Edge): boolean {
  return from !== to && to === (kind === 'ON_RAMP' ? 'IN_PROGRESS' : 'READY_BANK_TRANSFER');
}

/** What is to be done next for a transaction's payout, by the status that it has now. */
export type PayoutTask = 'ORDER' | 'ASK' | 'NOTHING';

/**
 * A payout that waits for a person and has no reference is that person's: ordering it again could pay twice.
 */
export function nextPayoutTask(transaction: Transaction, { reference }: Payout): PayoutTask {
  switch (transaction.status) {
    case 'READY_BANK_TRANSFER':
    case 'BANK_TRANSFER_PENDING':
      return reference === undefined ? 'ORDER' : 'ASK';
    case 'IN_PROGRESS':
      if (transaction.kind !== 'ON_RAMP') return 'NOTHING';
      return reference === undefined ? 'ORDER' : 'ASK';
    case 'AWAITING_MANUAL_CRYPTO_TRANSFER':
    case 'AWAITING_MANUAL_FIAT_TRANSFER':
      return reference === undefined ? 'NOTHING' : 'ASK';
    case 'PENDING_PAYMENT':
    case 'PENDING':
    case 'CRYPTO_NOT_RECEIVED':
    case 'FIAT_RECEIVED':
    case 'CRYPTO_RECEIVED':
    case 'COMPLETED_CRYPTO_RECEIVAL':
    case 'COMPLETED':
    case 'CANCELLED':
    case 'EXPIRED':
    case 'FAILED':
      return 'NOTHING';
  }
}

/** The reason in the timeline of a payout that waits for a person because its user is verified no more. */
export const USER_NOT_VERIFIED = 'USER_NOT_VERIFIED';

const manualByStatus: Readonly<Record<TransactionStatus, boolean>> = {
  PENDING_PAYMENT: false,
  PENDING: false,
  FIAT_RECEIVED: false,
  CRYPTO_NOT_RECEIVED: false,
  CRYPTO_RECEIVED: false,
  COMPLETED_CRYPTO_RECEIVAL: false,
  IN_PROGRESS: false,
  READY_BANK_TRANSFER: false,
  BANK_TRANSFER_PENDING: false,
  AWAITING_MANUAL_CRYPTO_TRANSFER: true,
  AWAITING_MANUAL_FIAT_TRANSFER: true,
  COMPLETED: false,
  CANCELLED: false,
  EXPIRED: false,
  FAILED: false,
};

/** Whether a transaction waits for a person to pay it out. */
export function awaitsManualTransfer({ status }: Transaction): boolean {
  return manualByStatus[status];
}

/** Whether a provider has been silent for so long that a person has to look. */
export function isProviderOverdue({ reference, sinceMs }: Payout, atMs: number): boolean {
  return atMs - sinceMs >= (reference === undefined ? ORDER_TIMEOUT_MS : DECISION_TIMEOUT_MS);
}
