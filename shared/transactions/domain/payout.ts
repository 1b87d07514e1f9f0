import type { PayeeResult } from '#shared/corridors/domain/payee-checks';
import { statusFacts } from './status-facts';
import type { Transaction } from './transaction';
import type { Edge } from './transition-table';

/** The state of our side of a transaction's payout. Times are epoch ms. */
export interface Payout {
  readonly transactionId: string;
  readonly partnerId: string;
  /** The check of the account's holder; `NONE` until it was asked for, or where none is needed. */
  readonly test: 'NONE' | 'ASKED' | 'PASSED';
  /** The result with which it passed; absent before, and in what older releases stored, where it was MATCH. */
  readonly payee: PayeeResult | undefined;
  /** The provider's name for the payout; absent until it took it. */
  readonly reference: string | undefined;
  /** True if the order may have been sent: set in the write that clears it, before the provider is called. */
  readonly ordered: boolean;
  /** Calls since the present stage of the work began. */
  readonly calls: number;
  /** Start of the present stage of the work, epoch ms. */
  readonly sinceMs: number;
  readonly version: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Time without an answer to an order after which a person has to decide. */
const ORDER_TIMEOUT_MS = DAY_MS;
/** Time without a decision on an accepted payout after which a person has to decide. */
const DECISION_TIMEOUT_MS = 7 * DAY_MS;

/** Tells whether paying out begins with this transition. */
export function startsPayout({ kind }: Transaction, { from, to }: Edge): boolean {
  return statusFacts[from].payout[kind] === undefined && statusFacts[to].payout[kind] !== undefined;
}

/** Next step of a transaction's payout, by its present status. */
export type PayoutTask = 'ORDER' | 'ASK' | 'NOTHING';

/** A payout that waits for a person and has no reference is left to that person: ordering it again could pay twice. */
export function nextPayoutTask({ kind, status }: Transaction, { reference }: Payout): PayoutTask {
  const payer = statusFacts[status].payout[kind];
  if (payer === undefined) return 'NOTHING';
  if (reference !== undefined) return 'ASK';
  return payer === 'PROVIDER' ? 'ORDER' : 'NOTHING';
}

/** Tells whether the bank has confirmed the holder: an agreement may let a payout pass that it has not. */
export function isPayeeConfirmed({ test, payee = 'MATCH' }: Payout): boolean {
  return test === 'PASSED' && payee === 'MATCH';
}

/** The reason in the timeline of a payout that waits for a person because the bank has not confirmed its payee. */
export const PAYEE_NOT_CONFIRMED = 'PAYEE_NOT_CONFIRMED';

/** The reason in the timeline of a payout that waits for a person because its user is no longer verified. */
export const USER_NOT_VERIFIED = 'USER_NOT_VERIFIED';

export function awaitsManualTransfer({ kind, status }: Transaction): boolean {
  return statusFacts[status].payout[kind] === 'PERSON';
}

/** Tells whether a provider has been silent for so long that a person has to decide. */
export function isProviderOverdue({ reference, sinceMs }: Payout, atMs: number): boolean {
  return atMs - sinceMs >= (reference === undefined ? ORDER_TIMEOUT_MS : DECISION_TIMEOUT_MS);
}
