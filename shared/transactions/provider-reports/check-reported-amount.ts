import { stage } from '#shared/platform/config/environment';
import { logWarning } from '#shared/platform/observability/log';
import { matchesAmount, movesMoney } from '#shared/transactions/domain/provider-reports';
import { type NamedRail, readRail } from '#shared/transactions/domain/rails/rail';
import { payoutAmount, sourceAmount, type Transaction } from '#shared/transactions/domain/transaction';
import type { ReportedTrigger, Trigger } from '#shared/transactions/domain/triggers';
import type { Currency } from '#shared/values/money/currency';
import { type Money, moneyFromText } from '#shared/values/money/money';

/** Amount in a report, before validation: decimal text and its currency, or neither. */
export interface ReportedAmount {
  readonly amount?: string | undefined;
  readonly currency?: Currency | undefined;
}

/** The reported amount. With a `violation`, the amount must not be posted, and a manual decision is required. */
export interface CheckedAmount {
  readonly amount: Money | undefined;
  readonly violation: 'AMOUNT_DIFFERS' | 'AMOUNT_MISSING' | undefined;
}

/**
 * Compares a reported amount with the transaction. In production, a report of a transfer must contain an amount. In the sandbox,
 * the transaction's amount is the default.
 */
export function checkReportedAmount(
  transaction: Transaction,
  trigger: ReportedTrigger,
  { amount: text, currency }: ReportedAmount,
): CheckedAmount {
  if (text === undefined || currency === undefined) {
    const isMissing = stage() === 'production' && movesMoney(trigger);
    return { amount: undefined, violation: isMissing ? 'AMOUNT_MISSING' : undefined };
  }
  const amount = parseReportedMoney(text, currency);
  if (amount === undefined) return { amount, violation: 'AMOUNT_DIFFERS' };
  return { amount, violation: matchesAmount(transaction, trigger, amount) ? undefined : 'AMOUNT_DIFFERS' };
}

/** Returns `undefined` if the text has more decimals than the currency. */
function parseReportedMoney(text: string, currency: Currency): Money | undefined {
  try {
    return moneyFromText(text, currency);
  } catch {
    return undefined;
  }
}

/** Logs a warning for an ignored rail: the rail is malformed, or the currency does not use the rail. The report still applies. */
export function warnOfIgnoredRail(transaction: Transaction, event: Trigger, rail: NamedRail | undefined): void {
  const { currency } = event === 'DEPOSIT_RECEIVED' ? sourceAmount(transaction) : payoutAmount(transaction);
  if (rail === undefined || readRail(rail, { currency, atMs: transaction.updatedAtMs }) !== undefined) return;
  logWarning('A rail is of another corridor or malformed, and is ignored', { transactionId: transaction.id, event });
}
