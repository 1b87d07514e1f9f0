/**
 * Double-entry ledger entries of each movement of money. Debits equal credits per currency in every movement, so the books always
 * balance. Amounts are exact minor units; the platform keeps rounding remainders.
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

/** Accounts for money that banks and custodians hold for us. All external money movements use these accounts. */
const payInAccount = 'settlement:pay-in';
const payOutAccount = 'settlement:pay-out';
/** Our holdings in each currency. */
const positionAccount = 'platform:position';
const feesAccount = 'platform:fees';
const userAccount = ({ userId }: Transaction): string => `user:${userId}`;
const refundAccount = ({ userId }: Transaction): string => `refund:${userId}`;
const premiumAccount = ({ partnerId }: Transaction): string => `partner:${partnerId}:premium`;
/** Partner account for shortfalls: debited for missing deposit amounts within the tolerance. */
const shortfallAccount = ({ partnerId }: Transaction): string => `partner:${partnerId}:shortfall`;

function postings(from: string, to: string, amount: Money): LedgerEntry[] {
  if (amount.minor === 0n) return [];
  return [
    { account: from, side: 'DEBIT', amount },
    { account: to, side: 'CREDIT', amount },
  ];
}

/** Returns the partner's premium: the payout before the premium, minus the actual payout. */
function partnerPremium(transaction: Transaction): Money {
  const target = payoutAmount(transaction);
  if (transaction.premiumSpread.coefficient === 0n) return money(0n, target.currency);
  return excessOver(target, payoutBeforePremium(transaction));
}

function payoutBeforePremium(transaction: Transaction): Money {
  const net = minus(sourceAmount(transaction), platformFee(transaction));
  // The rate of a ramp is fiat per token, so an on-ramp (fiat to token) converts in reverse.
  const convertToTarget = transaction.kind === 'ON_RAMP' ? convertBack : convert;
  return convertToTarget(net, transaction.platformRate, payoutAmount(transaction).currency, 'toward-zero');
}

/** Returns the fixed fee in the deposit currency; zero for on-ramps and off-ramps. */
function platformFee(transaction: Transaction): Money {
  return transaction.kind === 'CROSS_RAMP' ? transaction.fixedFee : money(0n, sourceAmount(transaction).currency);
}

/** Returns the amounts of a conversion: the deposit minus the platform's fee, and the payout plus the partner's premium. */
export function convertedAmounts(transaction: Transaction): { readonly source: Money; readonly target: Money } {
  return {
    source: minus(sourceAmount(transaction), platformFee(transaction)),
    target: plus(payoutAmount(transaction), partnerPremium(transaction)),
  };
}

/**
 * Converts source funds to target funds. Moves the source amount from the user's account to the accounts for fees and position.
 * The position account then pays the user and the partner's premium in the target currency.
 */
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
 * Returns the user's refund, in the payout currency, if a payout failed after the conversion (contract, Corridors and accounts).
 * The value of a shortfall is subtracted, because the partner paid the shortfall.
 */
export function convertedRefund(transaction: Transaction): Money {
  return minus(grossRefund(transaction), convertedShortfall(transaction, grossRefund(transaction)));
}

function grossRefund(transaction: Transaction): Money {
  return plus(plus(payoutAmount(transaction), partnerPremium(transaction)), convertedFee(transaction));
}

/** Returns the user's refund for a returned payout: the payout minus the value of a shortfall. */
export function returnedPayout(transaction: Transaction): Money {
  const target = payoutAmount(transaction);
  return minus(target, convertedShortfall(transaction, target));
}

/** Returns the shortfall in the payout currency at the conversion rate, at most `most`. */
function convertedShortfall(transaction: Transaction, most: Money): Money {
  const worth = convert(shortfallOf(transaction), transaction.platformRate, most.currency, 'up');
  return worth.minor < most.minor ? worth : most;
}

/** Reimburses the partner's shortfall in the deposit currency. Debits `from` with the converted shortfall, at most `most`. */
function shortfallReversalEntries(transaction: Transaction, from: string, most: Money): LedgerEntry[] {
  return [
    ...postings(from, positionAccount, convertedShortfall(transaction, most)),
    ...postings(positionAccount, shortfallAccount(transaction), shortfallOf(transaction)),
  ];
}

/** Returns the entries that move the deposit back to the user, and the shortfall back to the partner, who paid it. */
function sourceReturnEntries(transaction: Transaction, to: string): LedgerEntry[] {
  const user = userAccount(transaction);
  return [
    ...postings(user, to, paidInAmount(transaction)),
    ...postings(user, shortfallAccount(transaction), shortfallOf(transaction)),
  ];
}

/** Combines a deposit with the kept deposits up to the agreed amount. The excess goes to the refund account. */
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

/** Returns the fixed fee in the payout currency, at the conversion rate. */
function convertedFee(transaction: Transaction): Money {
  return convert(platformFee(transaction), transaction.platformRate, payoutAmount(transaction).currency, 'toward-zero');
}

/** Refunds the fee (at the conversion rate) and the partner's premium to the user. Reimburses the partner's shortfall. */
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

/** Returns `amount` minus `least`; zero if `amount` is not larger. */
function excessOver(least: Money, amount: Money): Money {
  return amount.minor <= least.minor ? money(0n, least.currency) : minus(amount, least);
}

/** Returns the part of a deposit for the user's refund account: the excess of a funding deposit, otherwise the whole deposit. */
export function surplusFor(rule: PostingRule | null, transaction: Transaction, arrived?: Money): Money | undefined {
  if (rule !== 'DEPOSIT' && rule !== 'SURPLUS_DEPOSIT') return undefined;
  const surplus = rule === 'DEPOSIT' ? fundingBy(transaction, arrived)?.excess : (arrived ?? sourceAmount(transaction));
  return surplus?.minor === 0n ? undefined : surplus;
}

/** A paid refund, as the provider reported it. */
export interface PaidRefund {
  readonly amount?: Money | undefined;
  /** Refund order that this refund completes; absent for a refund without an order. */
  readonly refundId?: string | undefined;
}

/**
 * Returns the transaction's money on the user's refund account that a refund pays back. `refundId` identifies the money; without
 * an id, the money has the same amount as the refund. Without id and amount, the refund covers all this money.
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
  // Deposits that wait for a top-up come last, so an equal deposit that is due for return is refunded first.
  const pending = [...depositsToReturn(transaction), ...keptDeposits(transaction)];
  if (amount === undefined) return { held: refundHeld, deposits: pending };
  if (refundHeld !== undefined && isSameAmount(refundHeld, amount)) return { held: refundHeld, deposits: [] };
  return { held: undefined, deposits: pending.filter((one) => isSameAmount(one.amount, amount)).slice(0, 1) };
}

/** Posts a paid refund: deposits through the pay-in account, failed or returned payouts through the payout account. */
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
 * Returns the ledger entries of a movement. `transaction` is the state before the movement.
 * @param reported without an amount, a deposit has the expected amount, and a refund covers the held money
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
