/**
 * Double entries of each movement of money. Per currency, debits equal credits in every movement, so the
 * books balance at every instant. Amounts are exact minor units; the platform keeps the remainder of rounding.
 */
import { convert, convertBack, type Money, minus, money, plus } from '#shared/values/money/money';
import { depositsToReturn, fundingBy, keptDeposits, paidInAmount, shortfallOf } from './deposit-policy';
import { fundsOfRefund } from './refund';
import type { PostingRule } from './status-facts';
import { isSameAmount, payoutAmount, sourceAmount, type Transaction } from './transaction';

export interface LedgerEntry {
  /** Account, for example `user:<id>`, `platform:position`, `settlement:pay-in`. */
  readonly account: string;
  readonly side: 'DEBIT' | 'CREDIT';
  readonly amount: Money;
}

/** Accounts of money that banks and chains hold for us: money comes in and goes out through them. */
const payInAccount = 'settlement:pay-in';
const payOutAccount = 'settlement:pay-out';
/** Our own holdings in each currency. */
const positionAccount = 'platform:position';
const feesAccount = 'platform:fees';
const userAccount = ({ userId }: Transaction): string => `user:${userId}`;
const refundAccount = ({ userId }: Transaction): string => `refund:${userId}`;
const premiumAccount = ({ partnerId }: Transaction): string => `partner:${partnerId}:premium`;
/** Debits of a partner for deposits that were short within its tolerance. */
const shortfallAccount = ({ partnerId }: Transaction): string => `partner:${partnerId}:shortfall`;

function postings(from: string, to: string, amount: Money): LedgerEntry[] {
  if (amount.minor === 0n) return [];
  return [
    { account: from, side: 'DEBIT', amount },
    { account: to, side: 'CREDIT', amount },
  ];
}

/** The difference between the payout without the partner's premium and the payout; zero without a premium. */
function partnerPremium(transaction: Transaction): Money {
  const target = payoutAmount(transaction);
  if (transaction.premiumSpread.coefficient === 0n) return money(0n, target.currency);
  return excessOver(target, payoutBeforePremium(transaction));
}

function payoutBeforePremium(transaction: Transaction): Money {
  const net = minus(sourceAmount(transaction), platformFee(transaction));
  // The rate of a ramp is fiat per token, whichever of them is paid out.
  const convertToTarget = transaction.kind === 'ON_RAMP' ? convertBack : convert;
  return convertToTarget(net, transaction.platformRate, payoutAmount(transaction).currency, 'toward-zero');
}

/** The fixed fee in the currency of the deposit; only cross-ramps have one. */
function platformFee(transaction: Transaction): Money {
  return transaction.kind === 'CROSS_RAMP' ? transaction.fixedFee : money(0n, sourceAmount(transaction).currency);
}

/** The amounts of a conversion: the deposit without the platform's fee becomes the payout and the partner's premium. */
export function convertedAmounts(transaction: Transaction): { readonly source: Money; readonly target: Money } {
  return {
    source: minus(sourceAmount(transaction), platformFee(transaction)),
    target: plus(payoutAmount(transaction), partnerPremium(transaction)),
  };
}

/** Source funds become target funds: fee and position in the source currency, user and premium in the target's. */
function conversionEntries(transaction: Transaction): LedgerEntry[] {
  const user = userAccount(transaction);
  return [
    ...postings(user, feesAccount, platformFee(transaction)),
    ...postings(user, positionAccount, convertedAmounts(transaction).source),
    ...postings(positionAccount, user, payoutAmount(transaction)),
    ...postings(positionAccount, premiumAccount(transaction), partnerPremium(transaction)),
  ];
}

/**
 * Returns what a user is owed after a payout failed that was converted already: the value of the source amount, fee and
 * premium included, at the rate of the conversion (contract, Corridors and accounts). Rounded toward zero. The worth of a
 * shortfall is not the user's.
 */
export function convertedRefund(transaction: Transaction): Money {
  return minus(grossRefund(transaction), convertedShortfall(transaction, grossRefund(transaction)));
}

function grossRefund(transaction: Transaction): Money {
  return plus(plus(payoutAmount(transaction), partnerPremium(transaction)), convertedFee(transaction));
}

/** Returns what a user is owed of a returned payout: all of it, less the worth of a shortfall. */
export function returnedPayout(transaction: Transaction): Money {
  const target = payoutAmount(transaction);
  return minus(target, convertedShortfall(transaction, target));
}

/** The shortfall in the currency of the payout, at the rate of the conversion; at most the available amount. */
function convertedShortfall(transaction: Transaction, most: Money): Money {
  const worth = convert(shortfallOf(transaction), transaction.platformRate, most.currency, 'up');
  return worth.minor < most.minor ? worth : most;
}

/** Returns the shortfall to the partner in its own currency, in proportion to the returned amount. */
function shortfallReversalEntries(transaction: Transaction, from: string, most: Money): LedgerEntry[] {
  return [
    ...postings(from, positionAccount, convertedShortfall(transaction, most)),
    ...postings(positionAccount, shortfallAccount(transaction), shortfallOf(transaction)),
  ];
}

/** Returns the payment to the user, and the shortfall to the partner who bore it. */
function sourceReturnEntries(transaction: Transaction, to: string): LedgerEntry[] {
  const user = userAccount(transaction);
  return [
    ...postings(user, to, paidInAmount(transaction)),
    ...postings(user, shortfallAccount(transaction), shortfallOf(transaction)),
  ];
}

/** Adds a deposit to the kept ones, up to the agreed amount; the excess is to be returned. */
function depositEntries(transaction: Transaction, amount: Money | undefined): LedgerEntry[] {
  const funding = fundingBy(transaction, amount);
  if (funding === undefined) throw new Error('A deposit that does not fund its transaction');
  const [user, refund] = [userAccount(transaction), refundAccount(transaction)];
  return [
    ...postings(refund, user, funding.kept),
    ...postings(payInAccount, user, funding.used),
    ...postings(shortfallAccount(transaction), user, funding.shortfall),
    ...postings(payInAccount, refund, funding.excess),
  ];
}

/** The fixed fee in the currency of the payout, at the rate of the conversion. */
function convertedFee(transaction: Transaction): Money {
  return convert(platformFee(transaction), transaction.platformRate, payoutAmount(transaction).currency, 'toward-zero');
}

/** Reverses the platform's fee, at the rate of the conversion, and the partner's premium in favour of the user. */
function convertedRefundEntries(transaction: Transaction): LedgerEntry[] {
  const user = userAccount(transaction);
  return [
    ...postings(feesAccount, positionAccount, platformFee(transaction)),
    ...postings(positionAccount, user, convertedFee(transaction)),
    ...postings(premiumAccount(transaction), user, partnerPremium(transaction)),
    ...shortfallReversalEntries(transaction, user, grossRefund(transaction)),
    ...postings(user, refundAccount(transaction), convertedRefund(transaction)),
  ];
}

/** Returns the part of an amount above another one; zero if it is not larger. */
function excessOver(least: Money, amount: Money): Money {
  return amount.minor <= least.minor ? money(0n, least.currency) : minus(amount, least);
}

/** The part of a deposit that goes to the user's refund account: the excess of one that funds the transaction, or all of any other. */
export function surplusFor(rule: PostingRule | null, transaction: Transaction, arrived?: Money): Money | undefined {
  if (rule !== 'DEPOSIT' && rule !== 'SURPLUS_DEPOSIT') return undefined;
  const surplus = rule === 'DEPOSIT' ? fundingBy(transaction, arrived)?.excess : (arrived ?? sourceAmount(transaction));
  return surplus?.minor === 0n ? undefined : surplus;
}

/** A refund as its provider reported or returned it. */
export interface PaidRefund {
  readonly amount?: Money | undefined;
  /** The order that it carries out; absent if it was made without one. */
  readonly refundId?: string | undefined;
}

/**
 * The held money that a refund pays back: that of its order; without an order the deposit with its amount, or everything
 * if no amount is reported.
 */
export function fundsRefundedBy(transaction: Transaction, { amount, refundId }: PaidRefund) {
  const { refundHeld } = transaction;
  if (refundId !== undefined) {
    const { held, deposit } = fundsOfRefund(transaction, refundId);
    const found = [held ?? deposit?.amount].filter((one) => one !== undefined);
    if (amount !== undefined && !found.every((one) => isSameAmount(one, amount)))
      return { held: undefined, deposits: [] };
    return { held, deposits: deposit === undefined ? [] : [deposit] };
  }
  // Deposits that wait for a top-up are returned last.
  const pending = [...depositsToReturn(transaction), ...keptDeposits(transaction)];
  if (amount === undefined) return { held: refundHeld, deposits: pending };
  if (refundHeld !== undefined && isSameAmount(refundHeld, amount)) return { held: refundHeld, deposits: [] };
  return { held: undefined, deposits: pending.filter((one) => isSameAmount(one.amount, amount)).slice(0, 1) };
}

/** Deposits are returned through the pay-in account; failed payouts through the payout account. */
function refundPaymentEntries(transaction: Transaction, paid: PaidRefund): LedgerEntry[] {
  const { held, deposits } = fundsRefundedBy(transaction, paid);
  const from = refundAccount(transaction);
  return [
    ...(held === undefined ? [] : postings(from, payOutAccount, held)),
    ...deposits.flatMap((deposit) => postings(from, payInAccount, deposit.amount)),
  ];
}

function reverseEntries(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.map((entry) => ({ ...entry, side: entry.side === 'DEBIT' ? 'CREDIT' : 'DEBIT' }));
}

/**
 * The entries of a movement, given the transaction before it.
 * @param reported with the reported amount; the transaction's own amount if none was reported
 */
export function ledgerEntriesFor(
  postingRule: PostingRule,
  transaction: Transaction,
  reported: PaidRefund = {},
): LedgerEntry[] {
  const { amount } = reported;
  const user = userAccount(transaction);
  const [source, target] = [sourceAmount(transaction), payoutAmount(transaction)];
  switch (postingRule) {
    case 'DEPOSIT':
      return depositEntries(transaction, amount);
    case 'SURPLUS_DEPOSIT':
      return postings(payInAccount, refundAccount(transaction), amount ?? source);
    case 'RETURN_DEPOSIT':
      return sourceReturnEntries(transaction, payInAccount);
    case 'CONVERSION':
      return conversionEntries(transaction);
    case 'RETURN_CONVERTED_DEPOSIT':
      return [...reverseEntries(conversionEntries(transaction)), ...sourceReturnEntries(transaction, payInAccount)];
    case 'PAYOUT':
      return postings(user, payOutAccount, target);
    case 'CONVERSION_AND_PAYOUT':
      return [...conversionEntries(transaction), ...postings(user, payOutAccount, target)];
    case 'REFUND_SOURCE':
      return sourceReturnEntries(transaction, refundAccount(transaction));
    case 'REFUND_CONVERTED':
      return convertedRefundEntries(transaction);
    case 'PAYOUT_RETURN':
      return [
        ...postings(payOutAccount, refundAccount(transaction), returnedPayout(transaction)),
        ...shortfallReversalEntries(transaction, payOutAccount, target),
      ];
    case 'REFUND_PAYMENT':
      return refundPaymentEntries(transaction, reported);
  }
}
