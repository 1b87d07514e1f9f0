import { stage } from '#shared/config/environment';
import type { Currency } from '#shared/domain/money/currency';
import { type Money, moneyOfText } from '#shared/domain/money/money';
import { fitsAmount, movesMoney, type ReportedTrigger } from '#shared/domain/transactions/provider-reports';
import type { Transaction } from '#shared/domain/transactions/transaction';

/** What a report says was moved, as it came: decimal text and its currency, both or neither. */
export interface ReportedAmount {
  readonly amount?: string | undefined;
  readonly currency?: Currency | undefined;
}

/** What may be booked of a reported amount, or why a person has to look at it first. */
export interface CheckedAmount {
  readonly amount: Money | undefined;
  readonly fault: 'AMOUNT_DIFFERS' | 'AMOUNT_MISSING' | undefined;
}

/**
 * Holds a reported amount against its transaction. In production a report that says that money was moved has to say
 * how much; in the sandbox it may leave the amount to the transaction.
 */
export function checkedAmount(
  transaction: Transaction,
  trigger: ReportedTrigger,
  { amount: text, currency }: ReportedAmount,
): CheckedAmount {
  if (text === undefined || currency === undefined) {
    const isMissing = stage() === 'production' && movesMoney(trigger);
    return { amount: undefined, fault: isMissing ? 'AMOUNT_MISSING' : undefined };
  }
  const amount = moneyIn(text, currency);
  if (amount === undefined) return { amount, fault: 'AMOUNT_DIFFERS' };
  return { amount, fault: fitsAmount(transaction, trigger, amount) ? undefined : 'AMOUNT_DIFFERS' };
}

/** Undefined where the text has more decimals than its currency. */
function moneyIn(text: string, currency: Currency): Money | undefined {
  try {
    return moneyOfText(text, currency);
  } catch {
    return undefined;
  }
}
