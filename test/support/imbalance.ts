import type { LedgerEntry } from '#shared/transactions/domain/ledger';
import { type Money, moneyText, plus } from '#shared/values/money/money';

/** Returns debits less credits per currency as text. Empty if the entries balance. */
export function imbalance(entries: readonly LedgerEntry[]): Map<string, string> {
  const sums = new Map<string, Money>();
  for (const { side, amount } of entries) {
    const signed = side === 'DEBIT' ? amount : { ...amount, minor: -amount.minor };
    const sum = sums.get(amount.currency);
    sums.set(amount.currency, sum === undefined ? signed : plus(sum, signed));
  }
  return new Map([...sums].filter(([, sum]) => sum.minor !== 0n).map(([currency, sum]) => [currency, moneyText(sum)]));
}
