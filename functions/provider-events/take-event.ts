import { transactionNotFound } from '#shared/api/problems';
import { findTransaction } from '#shared/data/transactions';
import { logWarning } from '#shared/observability/log';
import { metric } from '#shared/observability/metric';
import { applyProviderEvent, type EventResult } from '#shared/operations/apply-provider-event';
import { checkedAmount } from '#shared/operations/reported-amount';
import type { ProviderReport } from './contract';

const answers: Readonly<Record<EventResult['verdict'], string>> = {
  applied: 'APPLIED',
  early: 'EARLY',
  refused: 'REFUSED',
  repeated: 'DUPLICATE',
};

/**
 * Takes what a provider reports. Every report of a known transaction is taken, once: applied, kept until what it
 * overtook has come, or recorded as refused.
 *
 * @throws Problem for a transaction that does not exist
 */
export async function takeEvent(
  report: ProviderReport,
  atMs: number,
): Promise<{ readonly transactionId: string; readonly result: string; readonly status: string }> {
  const transaction = await findTransaction(report.transactionId);
  if (transaction === undefined) throw transactionNotFound();
  const { provider, eventId, type, at, reason, transactionHash } = report;
  const { id: transactionId } = transaction;
  const { amount, fault } = checkedAmount(transaction, type, report);
  const { verdict, transaction: after } = await applyProviderEvent({
    provider,
    eventId,
    transactionId,
    trigger: type,
    reason,
    transactionHash,
    atMs,
    reportedAtMs: at === undefined ? atMs : Date.parse(at),
    fault,
    amount,
  });
  if (verdict === 'refused') {
    metric('providerEventRefused', 1);
    logWarning('A report of a provider was refused', { provider, transactionId, event: type, reason: fault });
  }
  if (verdict === 'applied' && after.surplusDeposits.length > transaction.surplusDeposits.length) {
    metric('surplusDeposit', 1);
    logWarning('A deposit that was not waited for has to go back', { provider, transactionId, event: type });
  }
  return { transactionId, result: answers[verdict], status: after.status };
}
