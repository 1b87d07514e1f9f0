/**
 * Double entries of each movement of money. Per currency, debits equal credits in every movement, so the
 * books balance at every instant. Amounts are exact minor units; what rounding leaves over stays with the house.
 */
import { convert, convertBack, type Money, minus, money, moneyText, plus } from '#shared/domain/money/money';
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

/**
 * What a user is owed whose payout failed after the conversion: what the source amount is worth, fee and premium
 * included, at the rate at which it was converted (contract, Corridors and accounts). Rounded toward zero.
 */
export function convertedRefund(transaction: Transaction): Money {
  const { target, premium, fee } = convertedParts(transaction);
  return plus(plus(target, premium), fee);
}

function convertedParts(transaction: Transaction) {
  const target = paidOut(transaction);
  const none = money(0n, target.currency);
  const fee =
    transaction.kind === 'CROSS_RAMP'
      ? convert(transaction.fixedFee, transaction.houseRate, target.currency, 'toward-zero')
      : none;
  return { target, premium: premiumOf(transaction) ?? none, fee };
}

/** The house gives its fee back at the rate of the conversion, the partner its premium, and the user has all of it to come. */
function refundOfConverted(transaction: Transaction): LedgerEntry[] {
  const { premium, fee } = convertedParts(transaction);
  const user = userFunds(transaction);
  return [
    ...(transaction.kind === 'CROSS_RAMP' ? moved(fees, position, transaction.fixedFee) : []),
    ...moved(position, user, fee),
    ...moved(premiums(transaction), user, premium),
    ...moved(user, refunds(transaction), convertedRefund(transaction)),
  ];
}

/** What arrived beyond what was waited for; nothing where no amount was told, or not more. */
function beyond(expected: Money, arrived: Money | undefined): Money {
  const none = money(0n, expected.currency);
  return arrived === undefined || arrived.minor <= expected.minor ? none : minus(arrived, expected);
}

/** What a deposit leaves on the user's refund account: the rest of one that covers the transaction, or all of another one. */
export function surplusOf(
  movement: Movement | null,
  transaction: Transaction,
  arrived?: Money,
): Money | undefined {
  const expected = paidIn(transaction);
  const surplus =
    movement === 'DEPOSIT'
      ? beyond(expected, arrived)
      : movement === 'SURPLUS_DEPOSIT'
        ? (arrived ?? expected)
        : undefined;
  return surplus?.minor === 0n ? undefined : surplus;
}

/** What of the held money a refund pays back: what has its amount, or everything where none is told. */
export function refundedBy(transaction: Transaction, amount: Money | undefined) {
  const { refundHeld, surplusDeposits } = transaction;
  const held = surplusDeposits.filter(({ returnedAtMs }) => returnedAtMs === undefined);
  if (amount === undefined) return { held: refundHeld, deposits: held };
  const same = (other: Money) => other.currency === amount.currency && other.minor === amount.minor;
  if (refundHeld !== undefined && same(refundHeld)) return { held: refundHeld, deposits: [] };
  return { held: undefined, deposits: held.filter((one) => same(one.amount)).slice(0, 1) };
}

/** Deposits go back the way they came; what was meant for a payout leaves by the way of payouts. */
function refundPayment(transaction: Transaction, amount: Money | undefined): LedgerEntry[] {
  const { held, deposits } = refundedBy(transaction, amount);
  const from = refunds(transaction);
  return [
    ...(held === undefined ? [] : moved(from, payOut, held)),
    ...deposits.flatMap((deposit) => moved(from, payIn, deposit.amount)),
  ];
}

function reversed(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.map((entry) => ({ ...entry, side: entry.side === 'DEBIT' ? 'CREDIT' : 'DEBIT' }));
}

/**
 * The entries of a movement, given the transaction as it stood before it.
 * @param amount what was reported to have moved; the transaction's own amount where none was
 */
export function bookingsFor(movement: Movement, transaction: Transaction, amount?: Money): LedgerEntry[] {
  const user = userFunds(transaction);
  const [source, target] = [paidIn(transaction), paidOut(transaction)];
  switch (movement) {
    case 'DEPOSIT':
      return [...moved(payIn, user, source), ...moved(payIn, refunds(transaction), beyond(source, amount))];
    case 'SURPLUS_DEPOSIT':
      return moved(payIn, refunds(transaction), amount ?? source);
    case 'RETURN_DEPOSIT':
      return moved(user, payIn, source);
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
    case 'REFUND_CONVERTED':
      return refundOfConverted(transaction);
    case 'PAYOUT_RETURN':
      return moved(payOut, refunds(transaction), target);
    case 'REFUND_PAYMENT':
      return refundPayment(transaction, amount);
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
