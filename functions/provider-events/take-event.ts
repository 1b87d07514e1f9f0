import { transactionNotFound } from '#shared/api/problems';
import { stage } from '#shared/config/environment';
import { findTransaction } from '#shared/data/transactions';
import { type Money, moneyOfText } from '#shared/domain/money/money';
import { fitsAmount, movesMoney, type ReportedTrigger } from '#shared/domain/transactions/provider-reports';
import type { Transaction } from '#shared/domain/transactions/transaction';
import { logWarning } from '#shared/observability/log';
import { metric } from '#shared/observability/metric';
import { applyProviderEvent, type EventResult } from '#shared/operations/apply-provider-event';
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
  const { provider, eventId, type, at, reason } = report;
  const { id: transactionId } = transaction;
  const amount = amountOf(report);
  const fault = amountFault(transaction, type, amount);
  const { verdict, transaction: after } = await applyProviderEvent({
    provider,
    eventId,
    transactionId,
    trigger: type,
    reason,
    atMs,
    reportedAtMs: at === undefined ? atMs : Date.parse(at),
    fault,
    amount: amount === 'unclear' ? undefined : amount,
  });
  if (verdict === 'refused') {
    metric('providerEventRefused', 1);
    logWarning('A report of a provider was refused', { provider, transactionId, event: type, reason: fault });
  }
  return { transactionId, result: answers[verdict], status: after.status };
}

/** What a person has to look at before a report's amount may be booked. */
function amountFault(
  transaction: Transaction,
  type: ReportedTrigger,
  amount: Money | 'unclear' | undefined,
): string | undefined {
  if (amount === 'unclear') return 'AMOUNT_DIFFERS';
  // A sandbox's report by hand may leave the amount to the transaction; real money is counted by who holds it.
  if (amount === undefined)
    return stage() === 'production' && movesMoney(type) ? 'AMOUNT_MISSING' : undefined;
  return fitsAmount(transaction, type, amount) ? undefined : 'AMOUNT_DIFFERS';
}

/** What a report says was moved; `unclear` where it has more decimals than its currency. */
function amountOf({ amount, currency }: ProviderReport): Money | 'unclear' | undefined {
  if (amount === undefined || currency === undefined) return undefined;
  try {
    return moneyOfText(amount, currency);
  } catch {
    return 'unclear';
  }
}
