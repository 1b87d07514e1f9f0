/**
 * Double entries of each movement of money. Per currency, debits equal credits in every movement, so the
 * books balance at every instant. Amounts are exact minor units; what rounding leaves over stays with the house.
 */
import { convert, convertBack, type Money, minus, moneyText, plus } from '#shared/domain/money/money';
import { paidIn, paidOut, type Transaction } from '#shared/domain/transactions/transaction';
import type { Movement } from '#shared/domain/transactions/transition-table';

export interface LedgerEntry {
  /** For example `user:<id>`, `house:position`, `settlement:pay-in`. */
  readonly account: string;
  readonly side: 'DEBIT' | 'CREDIT';
  readonly amount: Money;
}

/** What banks and chains hold for us: money comes in and goes out through here. */
const payIn = 'settlement:pay-in';
const payOut = 'settlement:pay-out';
/** Our own holdings in each currency. */
const position = 'house:position';
const fees = 'house:fees';
const userFunds = ({ userId }: Transaction): string => `user:${userId}`;
const refunds = ({ userId }: Transaction): string => `refund:${userId}`;
const premiums = ({ partnerId }: Transaction): string => `partner:${partnerId}:premium`;

function moved(from: string, to: string, amount: Money): LedgerEntry[] {
  if (amount.minor === 0n) return [];
  return [
    { account: from, side: 'DEBIT', amount },
    { account: to, side: 'CREDIT', amount },
  ];
}

/** What the user would be paid out, or charged, without the partner's premium; the difference is the partner's. */
function premiumOf(transaction: Transaction): Money | undefined {
  if (transaction.premiumSpread.coefficient === 0n) return undefined;
  const target = paidOut(transaction);
  const before = beforePremium(transaction);
  return before.minor > target.minor ? minus(before, target) : undefined;
}

function beforePremium(transaction: Transaction): Money {
  const { houseRate } = transaction;
  switch (transaction.kind) {
    case 'ON_RAMP':
      return convertBack(transaction.fiatAmount, houseRate, transaction.cryptoAmount.currency, 'toward-zero');
    case 'OFF_RAMP':
      return convert(transaction.cryptoAmount, houseRate, transaction.fiatAmount.currency, 'toward-zero');
    case 'CROSS_RAMP': {
      const net = minus(transaction.sourceAmount, transaction.fixedFee);
      return convert(net, houseRate, transaction.targetAmount.currency, 'toward-zero');
    }
  }
}

/** Source funds become target funds: fee and position in the source currency, user and premium in the target's. */
function conversion(transaction: Transaction): LedgerEntry[] {
  const source = paidIn(transaction);
  const fee = transaction.kind === 'CROSS_RAMP' ? transaction.fixedFee : undefined;
  const premium = premiumOf(transaction);
  return [
    ...(fee === undefined ? [] : moved(userFunds(transaction), fees, fee)),
    ...moved(userFunds(transaction), position, fee === undefined ? source : minus(source, fee)),
    ...moved(position, userFunds(transaction), paidOut(transaction)),
    ...(premium === undefined ? [] : moved(position, premiums(transaction), premium)),
  ];
}

function reversed(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.map((entry) => ({ ...entry, side: entry.side === 'DEBIT' ? 'CREDIT' : 'DEBIT' }));
}

/** The entries of a movement, given the transaction as it stood before it. */
export function bookingsFor(movement: Movement, transaction: Transaction): LedgerEntry[] {
  const user = userFunds(transaction);
  const [source, target] = [paidIn(transaction), paidOut(transaction)];
  switch (movement) {
    case 'DEPOSIT':
      return moved(payIn, user, source);
    case 'RETURN_DEPOSIT':
      return moved(user, payIn, source);
    case 'LATE_DEPOSIT':
      return [...moved(payIn, user, source), ...moved(user, payIn, source)];
    case 'CONVERSION':
      return conversion(transaction);
    case 'RETURN_CONVERTED_DEPOSIT':
      return [...reversed(conversion(transaction)), ...moved(user, payIn, source)];
    case 'PAYOUT':
      return moved(user, payOut, target);
    case 'CONVERSION_AND_PAYOUT':
      return [...conversion(transaction), ...moved(user, payOut, target)];
    case 'REFUND_SOURCE':
      return moved(user, refunds(transaction), source);
    case 'REFUND_TARGET':
      return moved(user, refunds(transaction), target);
    case 'PAYOUT_RETURN':
      return moved(payOut, refunds(transaction), target);
    case 'REFUND_PAYMENT':
      return transaction.refundHeld === undefined
        ? []
        : moved(refunds(transaction), payOut, transaction.refundHeld);
  }
}

/** Debits less credits per currency, as text, where they differ: empty when the entries balance. */
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
