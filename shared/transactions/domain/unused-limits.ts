import { currentUses, type LimitUse } from '#shared/limits/domain/limit';
import { statusFacts } from './status-facts';
import type { Transaction } from './transaction';

/** Returns what a transaction gives back to the limits over time as it ends: all of it where nothing was paid in. */
export function unusedLimits(before: Transaction, { status, limitUses = [], updatedAtMs }: Transaction): LimitUse[] {
  const isUnfunded = statusFacts[before.status].deposit === 'AWAITED' && before.surplusDeposits.length === 0;
  if (!isUnfunded || statusFacts[status].end !== 'UNPAID') return [];
  return currentUses(limitUses, updatedAtMs);
}
