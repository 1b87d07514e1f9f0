import { logWarning } from '#shared/platform/observability/log';
import { metric } from '#shared/platform/observability/metric';
import { depositsToReturn } from '#shared/transactions/domain/deposit-policy';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { Trigger } from '#shared/transactions/domain/triggers';

/** Raises the alarm of deposits to return, where an event has left one more than there were. */
export function reportDepositsToReturn(
  before: Transaction,
  after: Transaction,
  event: { readonly source: string; readonly trigger: Trigger },
): void {
  if (depositsToReturn(after).length <= depositsToReturn(before).length) return;
  metric('surplusDeposit', 1);
  const { source: provider, trigger } = event;
  logWarning('An unexpected deposit has to be returned', { provider, transactionId: after.id, event: trigger });
}
