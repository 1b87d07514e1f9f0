import type { PayeeResult } from '#shared/corridors/domain/payee-checks';
import { type Edge, statusFacts } from './status-facts';
import type { Transaction } from './transaction';

/** The state of our side of a transaction's payout. Times are epoch ms. */
export interface Payout {
  readonly transactionId: string;
  readonly partnerId: string;
  /** Its screening: `INFORMED` while the information of the partner is to be handed over. */
  readonly screening: 'NONE' | 'ASKED' | 'INFORMED' | 'CLEARED';
  /** The screening provider's name for the payout; absent until it took it. */
  readonly screeningReference: string | undefined;
  /** The check of the account's holder; `NONE` until it was requested, or if none is needed. */
  readonly test: 'NONE' | 'ASKED' | 'PASSED';
  /** The result with which it passed; absent before. */
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

/** Time without a response to an order after which a person has to decide. */
const ORDER_TIMEOUT_MS = DAY_MS;
/** Time without a decision on an accepted payout after which a person has to decide. */
const DECISION_TIMEOUT_MS = 7 * DAY_MS;

/** Returns true if paying out begins with this transition. */
export function startsPayout({ kind }: Transaction, { from, to }: Edge): boolean {
  return statusFacts[from].payout[kind] === undefined && statusFacts[to].payout[kind] !== undefined;
}

/** Next step of a transaction's payout, by its present status. */
export type PayoutTask = 'SCREEN' | 'ORDER' | 'ASK' | 'NOTHING';

/**
 * Chooses the next step. A payout that waits for a person and has no reference is left to that person: ordering it again
 * could pay twice. What is held is not ordered; what may have been ordered is not screened any more.
 *
 * @param screens true if the stage screens payouts
 */
export function nextPayoutTask({ kind, status, hold }: Transaction, payout: Payout, screens: boolean): PayoutTask {
  const payer = statusFacts[status].payout[kind];
  if (payer === undefined) return 'NOTHING';
  if (payout.reference !== undefined) return 'ASK';
  if (payer !== 'PROVIDER') return 'NOTHING';
  const isUnscreened = screens && payout.screening !== 'CLEARED' && !payout.ordered;
  return hold !== undefined || isUnscreened ? 'SCREEN' : 'ORDER';
}

/** The payout once its screening is clear. @param atMs epoch ms */
export function releasedPayout(payout: Payout, atMs: number): Payout {
  return { ...payout, screening: 'CLEARED', calls: 0, sinceMs: atMs };
}

/** The payout after its partner has provided the information. @param atMs epoch ms */
export function informedPayout(payout: Payout, atMs: number): Payout {
  return { ...payout, screening: 'INFORMED', calls: 0, sinceMs: atMs };
}

/** Returns true if the bank has confirmed the holder: an agreement may let a payout pass that it has not. */
export function isPayeeConfirmed({ test, payee }: Payout): boolean {
  return test === 'PASSED' && payee === 'MATCH';
}

/** The reason in the timeline of a payout that waits for a person because the bank has not confirmed its payee. */
export const PAYEE_NOT_CONFIRMED = 'PAYEE_NOT_CONFIRMED';

/** The reason in the timeline of a payout that waits for a person because its user is no longer verified. */
export const USER_NOT_VERIFIED = 'USER_NOT_VERIFIED';

export function awaitsManualTransfer({ kind, status }: Transaction): boolean {
  return statusFacts[status].payout[kind] === 'PERSON';
}

/** Returns true if a provider has been silent for so long that a person has to decide. */
export function isProviderOverdue(
  { reference, sinceMs }: Pick<Payout, 'reference' | 'sinceMs'>,
  atMs: number,
): boolean {
  return atMs - sinceMs >= (reference === undefined ? ORDER_TIMEOUT_MS : DECISION_TIMEOUT_MS);
}
