/** Deadlines of transactions. */
import { kindFacts, stateMachines, statusFacts } from './status-facts';
import type { Transaction } from './transaction';
import type { Trigger } from './triggers';

/** The deposit of a funded off-ramp is returned after 30 days without an execute call. */
export const EXECUTION_WINDOW_MS = 30 * 24 * 3_600_000;

/**
 * Returns the next deadline, epoch ms. At the deadline, an unfunded transaction expires, and the deposit of an off-ramp without
 * an execute call is returned. A transaction with a hold fails if the partner has not provided the requested information.
 */
export function deadlineAfter(next: Transaction, atMs: number): number | undefined {
  if (statusFacts[next.status].deposit === 'AWAITED') return next.createdAtMs + kindFacts[next.kind].expiryMs;
  if (next.hold !== undefined) return next.hold.deadlineMs;
  if (next.kind !== 'OFF_RAMP' || next.status !== 'CRYPTO_RECEIVED' || next.executedAtMs !== undefined)
    return undefined;
  return next.deadlineMs !== undefined && next.deadlineMs > next.createdAtMs + kindFacts.OFF_RAMP.expiryMs
    ? next.deadlineMs
    : atMs + EXECUTION_WINDOW_MS;
}

/** Returns the triggers to apply after the deadline, in this order. */
export function deadlineTriggers({ kind, status }: Transaction): readonly Trigger[] {
  const { edges } = stateMachines[kind];
  return statusFacts[status].deadline.filter((trigger) => edges.some(({ on }) => on === trigger));
}
