import type { Transaction } from '#shared/domain/transactions/transaction';
import type { Edge } from '#shared/domain/transactions/transition-table';

/** Where our side of a transaction's payout stands. Times are epoch ms. */
export interface Payout {
  readonly transactionId: string;
  readonly partnerId: string;
  /** The penny test of the account that is paid; `NONE` until it was asked for, or where none is needed. */
  readonly test: 'NONE' | 'ASKED' | 'PASSED';
  /** The provider's name for the payout; absent until it took it. */
  readonly reference: string | undefined;
  /** Calls since the present stage of the work began. */
  readonly calls: number;
  /** When that was. */
  readonly sinceMs: number;
  readonly version: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long an order may go unanswered before a person has to look. */
const ORDER_PATIENCE_MS = DAY_MS;
/** How long a payout that was taken may stay undecided before a person has to look. */
const PAYOUT_PATIENCE_MS = 7 * DAY_MS;

/** Whether a transition is the one with which paying out begins. */
export function startsPayout({ kind }: Transaction, { from, to }: Edge): boolean {
  return from !== to && to === (kind === 'ON_RAMP' ? 'IN_PROGRESS' : 'READY_BANK_TRANSFER');
}

/** What is to be done next for a transaction's payout, by the status that it has now. */
export type PayoutTask = 'ORDER' | 'ASK' | 'NOTHING';

/**
 * A payout that waits for a person and has no reference is that person's: ordering it again could pay twice.
 */
export function taskOf(transaction: Transaction, { reference }: Payout): PayoutTask {
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
    default:
      return 'NOTHING';
  }
}

/** Whether a provider has been silent for so long that a person has to look. */
export function isOverdue({ reference, sinceMs }: Payout, atMs: number): boolean {
  return atMs - sinceMs >= (reference === undefined ? ORDER_PATIENCE_MS : PAYOUT_PATIENCE_MS);
}
