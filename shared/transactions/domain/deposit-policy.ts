/** Rules for deposits by the transaction's deposit terms: a deposit funds the transaction, waits for a top-up, or is returned. */

import { type PartialDeposits, toleratedMinor } from '#shared/partners/domain/deposit-terms';
import { type Money, minus, money, plus } from '#shared/values/money/money';
import { type StatusFacts, statusFacts } from './status-facts';
import { heldDeposits, type SurplusDeposit, sourceAmount, type Transaction } from './transaction';

/** Treatment of an unexpected deposit, returned or kept for a top-up, by status and terms for partial deposits. */
const policies: Readonly<Record<StatusFacts['deposit'], Readonly<Record<PartialDeposits, 'RETURN' | 'KEEP'>>>> = {
  AWAITED: { RETURN: 'RETURN', TOP_UP: 'KEEP' },
  SURPLUS: { RETURN: 'RETURN', TOP_UP: 'RETURN' },
  LATE: { RETURN: 'RETURN', TOP_UP: 'RETURN' },
};

/** Returns the unreturned deposits that wait for a top-up, by time of arrival. Excludes other currencies and blockchains. */
export function keptDeposits(transaction: Transaction): readonly SurplusDeposit[] {
  const { status, depositTerms } = transaction;
  if (policies[statusFacts[status].deposit][depositTerms?.partial ?? 'RETURN'] === 'RETURN') return [];
  const { currency } = sourceAmount(transaction);
  return heldDeposits(transaction).filter((one) => one.blockchain === undefined && one.amount.currency === currency);
}

/** Returns the deposits of `heldDeposits` that must be returned now. */
export function depositsToReturn(transaction: Transaction): readonly SurplusDeposit[] {
  const kept = keptDeposits(transaction);
  return heldDeposits(transaction).filter((one) => !kept.includes(one));
}

/** Returns the sum of the deposits kept for a top-up. */
export function keptAmount(transaction: Transaction): Money {
  const none = money(0n, sourceAmount(transaction).currency);
  return keptDeposits(transaction).reduce((sum, { amount }) => plus(sum, amount), none);
}

/** Returns the missing amount of an awaited deposit: the whole amount minus the kept deposits. */
export function outstandingDeposit(transaction: Transaction): Money {
  return minus(sourceAmount(transaction), keptAmount(transaction));
}

/** Returns the part of the agreed amount that was missing from the deposit, within the tolerance. The partner paid this part. */
export function shortfallOf(transaction: Transaction): Money {
  return transaction.shortfall ?? money(0n, sourceAmount(transaction).currency);
}

/** Returns the part of the agreed amount that the user paid in. Refunds of the deposit never exceed this amount. */
export function paidInAmount(transaction: Transaction): Money {
  return minus(sourceAmount(transaction), shortfallOf(transaction));
}

/** Returns the amounts of the deposits that funded a transaction. The last deposit counts only with the missing amount. */
export function fundingAmounts(transaction: Transaction): readonly Money[] {
  const used = transaction.surplusDeposits.filter(({ usedAtMs }) => usedAtMs !== undefined).map(({ amount }) => amount);
  return [...used, used.reduce(minus, paidInAmount(transaction))];
}

/** A deposit that funds its transaction, divided into amounts. */
export interface Funding {
  /** Sum of the earlier deposits that were kept for a top-up. The ledger takes this sum from the user's refund account. */
  readonly kept: Money;
  /** Part of the new deposit that covers the missing amount. */
  readonly used: Money;
  /** Missing part of the agreed amount, which the partner pays. */
  readonly shortfall: Money;
  /** Rest of the new deposit, which is returned. */
  readonly excess: Money;
}

/**
 * Divides a deposit into the parts of `Funding`; `undefined` for another currency, or if more than the tolerance is missing.
 * @param arrived the reported amount
 */
export function fundingBy(transaction: Transaction, arrived = outstandingDeposit(transaction)): Funding | undefined {
  const due = sourceAmount(transaction);
  if (arrived.currency !== due.currency) return undefined;
  const kept = keptAmount(transaction);
  const missing = minus(due, kept);
  const used = arrived.minor < missing.minor ? arrived : missing;
  const shortfall = minus(missing, used);
  if (shortfall.minor > toleratedMinor(due.minor, transaction.depositTerms)) return undefined;
  return { kept, used, shortfall, excess: minus(arrived, used) };
}

/**
 * Returns the `shortfall` field for a transaction that a deposit funds; empty without a shortfall.
 * @param arrived the reported amount. @default the missing amount
 */
export function shortfallBy(transaction: Transaction, arrived?: Money): Pick<Transaction, 'shortfall'> {
  const { shortfall } = fundingBy(transaction, arrived) ?? {};
  return shortfall === undefined || shortfall.minor === 0n ? {} : { shortfall };
}
