import { logWarning } from '#shared/platform/observability/log';
import { type NamedRail, readRail } from '#shared/transactions/domain/rails/rail';
import { payoutAmount, sourceAmount, type Transaction } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/triggers';

/** Warns of a rail that is not kept: its currency does not take it, or it is malformed. Its report counts all the same. */
export function warnOfIgnoredRail(transaction: Transaction, event: Trigger, rail: NamedRail | undefined): void {
  const { currency } = event === 'DEPOSIT_RECEIVED' ? sourceAmount(transaction) : payoutAmount(transaction);
  if (rail === undefined || readRail(rail, { currency, atMs: transaction.updatedAtMs }) !== undefined) return;
  logWarning('A rail is of another corridor or malformed, and is ignored', { transactionId: transaction.id, event });
}
