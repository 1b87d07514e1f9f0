import { Problem, transactionNotFound } from '#shared/api/problems';
import { logWarning, metric } from '#shared/platform/observability/log';
import { CONFIRMING, mayReport, type Reporter } from '#shared/transactions/domain/reporters';
import { checkReportedAmount, warnOfIgnoredRail } from '#shared/transactions/provider-reports/check-reported-amount';
import { findReportedTransaction, saveConfirmations } from '#shared/transactions/provider-reports/repository';
import { applyEvent, type EventResult } from '#shared/transactions/transitions/apply-event';
import type { ProviderReport } from './contract';

const results: Readonly<Record<EventResult['outcome'], string>> = {
  applied: 'APPLIED',
  out_of_order: 'OUT_OF_ORDER',
  refused: 'REFUSED',
  repeated: 'DUPLICATE',
};

/**
 * Applies a provider's report once, records the report as refused, or stores the report until a missing earlier event arrives.
 * @param signer the provider whose key signed the report
 * @throws Problem for an unknown transaction, and for an event that this provider may not report
 */
export async function takeEvent(
  report: ProviderReport,
  signer: Reporter,
  atMs: number,
): Promise<{ readonly transactionId: string; readonly result: string; readonly status: string }> {
  if (report.provider !== signer) rejectForeignReport(report, signer);
  const found = await findReportedTransaction(report.transactionId, { ...report, source: report.provider });
  if (found === undefined) throw transactionNotFound();
  const { transaction } = found;
  if (!mayReport(signer, transaction.kind, report.type)) rejectForeignReport(report, signer);
  const { provider, eventId, type, at, reason, blockchain, transactionHash, rail, refundId } = report;
  const { id: transactionId, status } = transaction;
  const reportedAtMs = at === undefined ? atMs : Date.parse(at);
  if (type === CONFIRMING) {
    const { confirmations = 0, requiredConfirmations: required = confirmations } = report;
    const isTaken = await saveConfirmations(transaction, { confirmations, required, atMs });
    return { transactionId, result: results[isTaken ? 'applied' : 'repeated'], status };
  }
  warnOfIgnoredRail(transaction, type, rail);
  const { amount, violation } = checkReportedAmount(transaction, type, report);
  const { outcome, transaction: after } = await applyEvent(
    {
      source: provider,
      eventId,
      transactionId,
      trigger: type,
      reason,
      blockchain,
      transactionHash,
      rail,
      refundId,
      atMs,
      reportedAtMs,
      violation,
      amount,
    },
    undefined,
    found,
  );
  if (outcome === 'refused') {
    metric('providerEventRefused', 1);
    logWarning('A report of a provider was refused', { provider, transactionId, event: type, reason: violation });
  }
  return { transactionId, result: results[outcome], status: after.status };
}

/**
 * Throws for a report in the name of another provider, and for an event that the signer may not report. Triggers an alarm: the
 * signer has a bug, or its secret was stolen.
 */
function rejectForeignReport({ transactionId, type }: ProviderReport, signer: Reporter): never {
  metric('providerEventRefused', 1);
  logWarning('A provider reported an event of another provider', { provider: signer, transactionId, event: type });
  throw new Problem('TRANSACTION_ACCESS_DENIED', 'The report is for another provider to make', {
    reason: 'TRANSACTION_OF_ANOTHER_PROVIDER',
  });
}
