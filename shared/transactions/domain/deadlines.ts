/** Deadlines of transactions. */
import { kindFacts, stateMachines, statusFacts } from './status-facts';
import type { Transaction } from './transaction';
import type { Trigger } from './triggers';

/** A funded off-ramp that is never executed is returned after 30 days. */
export const EXECUTION_WINDOW_MS = 30 * 24 * 3_600_000;

/** The deadlines: an unfunded transaction expires, a funded off-ramp without its execute call is returned, a hold gets its information. */
export function deadlineAfter(next: Transaction, atMs: number): number | undefined {
  if (statusFacts[next.status].deposit === 'AWAITED') return next.createdAtMs + kindFacts[next.kind].expiryMs;
  if (next.hold !== undefined) return next.hold.deadlineMs;
  if (next.kind !== 'OFF_RAMP' || next.status !== 'CRYPTO_RECEIVED' || next.executedAtMs !== undefined)
    return undefined;
  return next.deadlineMs !== undefined && next.deadlineMs > next.createdAtMs + kindFacts.OFF_RAMP.expiryMs
    ? next.deadlineMs
    : atMs + EXECUTION_WINDOW_MS;
}

/** Returns the triggers that report the passing of a deadline, in their order. */
export function deadlineTriggers({ kind, status }: Transaction): readonly Trigger[] {
  const { edges } = stateMachines[kind];
  return statusFacts[status].deadline.filter((trigger) => edges.some(({ on }) => on === trigger));
}
