import type { PayeeResult } from '#shared/corridors/domain/payee-checks';
import { type Edge, statusFacts } from './status-facts';
import type { Transaction } from './transaction';

/** Our record of a transaction's payout. Times are epoch ms. */
export interface Payout {
  readonly transactionId: string;
  readonly partnerId: string;
  /** Screening state. `INFORMED`: the partner has provided information; we must still send it to the screening provider. */
  readonly screening: 'NONE' | 'ASKED' | 'INFORMED' | 'CLEARED';
  /** The screening provider's id of the payout; absent until the provider accepts the payout. */
  readonly screeningReference: string | undefined;
  /** Check of the account holder. `NONE` before the request, or if no check is required. */
  readonly test: 'NONE' | 'ASKED' | 'PASSED';
  /** Result of the passed check; absent until the check passes. */
  readonly payee: PayeeResult | undefined;
  /** The provider's id of the payout; absent until the provider accepts the order. */
  readonly reference: string | undefined;
  /** True if the order may have been sent. Stored before the provider is called. */
  readonly ordered: boolean;
  /** Provider calls in the current phase, for example the payee check or the order. */
  readonly calls: number;
  /** Start of the current phase (for example the payee check or the order), epoch ms. */
  readonly sinceMs: number;
  readonly version: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** If the provider does not respond to an order for this time, a manual decision is required. */
const ORDER_TIMEOUT_MS = DAY_MS;
/** If the provider reports no result of an accepted payout for this time, a manual decision is required. */
const DECISION_TIMEOUT_MS = 7 * DAY_MS;

/** Returns true if the payout begins with this transition. */
export function startsPayout({ kind }: Transaction, { from, to }: Edge): boolean {
  return statusFacts[from].payout[kind] === undefined && statusFacts[to].payout[kind] !== undefined;
}

/** Next step of a payout in the transaction's current status. */
export type PayoutTask = 'SCREEN' | 'ORDER' | 'ASK' | 'NOTHING';

/**
 * Chooses the next step. During a manual review, an order without the provider's reference is not repeated: the provider may
 * already have the order and could pay twice.
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

/** Returns the payout after screening has cleared the payout. @param atMs epoch ms */
export function releasedPayout(payout: Payout, atMs: number): Payout {
  return { ...payout, screening: 'CLEARED', calls: 0, sinceMs: atMs };
}

/** Returns the payout after the partner has provided the requested information. @param atMs epoch ms */
export function informedPayout(payout: Payout, atMs: number): Payout {
  return { ...payout, screening: 'INFORMED', calls: 0, sinceMs: atMs };
}

/** Returns true if the bank has confirmed the account holder. An agreement may allow payouts without this confirmation. */
export function isPayeeConfirmed({ test, payee }: Payout): boolean {
  return test === 'PASSED' && payee === 'MATCH';
}

/** Timeline reason of a payout pending manual review because the bank has not confirmed the payee. */
export const PAYEE_NOT_CONFIRMED = 'PAYEE_NOT_CONFIRMED';

/** Timeline reason of a payout pending manual review because the user is no longer verified. */
export const USER_NOT_VERIFIED = 'USER_NOT_VERIFIED';

export function awaitsManualTransfer({ kind, status }: Transaction): boolean {
  return statusFacts[status].payout[kind] === 'PERSON';
}

/**
 * Returns true if a provider has not accepted a request, or has not decided about an accepted request, within the time limit. A
 * manual decision is then required.
 */
export function isProviderOverdue(
  { reference, sinceMs }: Pick<Payout, 'reference' | 'sinceMs'>,
  atMs: number,
): boolean {
  return atMs - sinceMs >= (reference === undefined ? ORDER_TIMEOUT_MS : DECISION_TIMEOUT_MS);
}
