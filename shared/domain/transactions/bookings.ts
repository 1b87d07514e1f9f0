/**
 * Double entries of each movement of money. Per currency, debits equal credits in every movement, so the
 * books balance at every instant. Amounts are exact minor units; what rounding leaves over stays with the house.
 */
import { convert, type Money, minus, moneyText, plus } from '#shared/domain/money/money';
import type { CrossRamp } from '#shared/domain/transactions/cross-ramp';
import type { Movement } from '#shared/domain/transactions/transition-table';

export interface LedgerEntry {
  /** For example `user:<id>`, `house:position`, `settlement:pay-in`. */
  readonly account: string;
  readonly side: 'DEBIT' | 'CREDIT';
  readonly amount: Money;
}

const payIn = 'settlement:pay-in';
const payOut = 'settlement:pay-out';
const position = 'house:position';
const fees = 'house:fees';
const userFunds = (transaction: CrossRamp): string => `user:${transaction.userId}`;
const refunds = (transaction: CrossRamp): string => `refund:${transaction.userId}`;
const partnerPremium = (transaction: CrossRamp): string => `partner:${transaction.partnerId}:premium`;

function moved(from: string, to: string, amount: Money): LedgerEntry[] {
  if (amount.minor === 0n) return [];
  return [
    { account: from, side: 'DEBIT', amount },
    { account: to, side: 'CREDIT', amount },
  ];
}

/** Source funds become target funds: fee and position in the source currency, user and premium in the target's. */
function conversion(transaction: CrossRamp): LedgerEntry[] {
  const { sourceAmount, targetAmount, fixedFee, houseRate } = transaction;
  const net = minus(sourceAmount, fixedFee);
  const beforePremium = convert(net, houseRate, targetAmount.currency, 'toward-zero');
  const premium = minus(beforePremium, targetAmount);
  const earned = transaction.premiumSpread.coefficient > 0n && premium.minor > 0n;
  return [
    ...moved(userFunds(transaction), fees, fixedFee),
    ...moved(userFunds(transaction), position, net),
    ...moved(position, userFunds(transaction), targetAmount),
    ...(earned ? moved(position, partnerPremium(transaction), premium) : []),
  ];
}

function reversed(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.map((entry) => ({ ...entry, side: entry.side === 'DEBIT' ? 'CREDIT' : 'DEBIT' }));
}

/** The entries of a movement, given the transaction as it stood before it. */
export function bookingsFor(movement: Movement, transaction: CrossRamp): LedgerEntry[] {
  const { sourceAmount, targetAmount } = transaction;
  switch (movement) {
    case 'DEPOSIT':
      return moved(payIn, userFunds(transaction), sourceAmount);
    case 'CONVERSION':
      return conversion(transaction);
    case 'PAYOUT':
      return moved(userFunds(transaction), payOut, targetAmount);
    case 'RETURN_CONVERTED_DEPOSIT':
      return [...reversed(conversion(transaction)), ...moved(userFunds(transaction), payIn, sourceAmount)];
    case 'REFUND_SOURCE':
      return moved(userFunds(transaction), refunds(transaction), sourceAmount);
    case 'REFUND_TARGET':
      return moved(userFunds(transaction), refunds(transaction), targetAmount);
    case 'PAYOUT_RETURN':
      return moved(payOut, refunds(transaction), targetAmount);
  }
}

/** Debits less credits per currency, as text: every value is zero when the entries balance. */
export function imbalance(entries: readonly LedgerEntry[]): Map<string, string> {
  const sums = new Map<string, Money>();
  for (const { side, amount } of entries) {
    const signed = side === 'DEBIT' ? amount : { ...amount, minor: -amount.minor };
    const sum = sums.get(amount.currency);
    sums.set(amount.currency, sum === undefined ? signed : plus(sum, signed));
  }
  return new Map(
    [...sums].filter(([, sum]) => sum.minor !== 0n).map(([currency, sum]) => [currency, moneyText(sum)]),
  );
}
