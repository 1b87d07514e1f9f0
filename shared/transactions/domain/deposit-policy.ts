/** Consequences of deposits by the terms of their transaction: which of them fund it, wait for a top-up, or go back. */

import { type PartialDeposits, toleratedMinor } from '#shared/partners/domain/deposit-terms';
import { type Money, minus, money, plus } from '#shared/values/money/money';
import { type StatusFacts, statusFacts } from './status-facts';
import { heldDeposits, type SurplusDeposit, sourceAmount, type Transaction } from './transaction';

/** Consequences of a held deposit that could fund its transaction, by the deposit policy of the status. */
const policies: Readonly<Record<StatusFacts['deposit'], Readonly<Record<PartialDeposits, 'RETURN' | 'KEEP'>>>> = {
  AWAITED: { RETURN: 'RETURN', TOP_UP: 'KEEP' },
  SURPLUS: { RETURN: 'RETURN', TOP_UP: 'RETURN' },
  LATE: { RETURN: 'RETURN', TOP_UP: 'RETURN' },
};

/** The held deposits that wait for a top-up, in the order of arrival: in the currency that is due, on its chain. */
export function keptDeposits(transaction: Transaction): readonly SurplusDeposit[] {
  const { status, depositTerms } = transaction;
  if (policies[statusFacts[status].deposit][depositTerms?.partial ?? 'RETURN'] === 'RETURN') return [];
  const { currency } = sourceAmount(transaction);
  return heldDeposits(transaction).filter((one) => one.blockchain === undefined && one.amount.currency === currency);
}

/** The held deposits that are to be returned now. */
export function depositsToReturn(transaction: Transaction): readonly SurplusDeposit[] {
  const kept = keptDeposits(transaction);
  return heldDeposits(transaction).filter((one) => !kept.includes(one));
}

/** The sum of the deposits that are kept for a top-up. */
export function keptAmount(transaction: Transaction): Money {
  const none = money(0n, sourceAmount(transaction).currency);
  return keptDeposits(transaction).reduce((sum, { amount }) => plus(sum, amount), none);
}

/** The missing amount while the deposit is awaited: the whole amount, less the kept deposits. */
export function outstandingDeposit(transaction: Transaction): Money {
  return minus(sourceAmount(transaction), keptAmount(transaction));
}

/** The part of the agreed amount that the partner bore, since it was within the tolerance. */
export function shortfallOf(transaction: Transaction): Money {
  return transaction.shortfall ?? money(0n, sourceAmount(transaction).currency);
}

/** The part of the agreed amount that the user paid in. All that is ever returned of it is this. */
export function paidInAmount(transaction: Transaction): Money {
  return minus(sourceAmount(transaction), shortfallOf(transaction));
}

/** The single deposits that funded a transaction, by their part in it: the last one's is the rest. */
export function fundingAmounts(transaction: Transaction): readonly Money[] {
  const used = transaction.surplusDeposits.filter(({ usedAtMs }) => usedAtMs !== undefined).map(({ amount }) => amount);
  return [...used, used.reduce(minus, paidInAmount(transaction))];
}

/** A deposit that funds its transaction, in parts. */
export interface Funding {
  /** Deposits before it, from the refund account. */
  readonly kept: Money;
  /** The part of it that was missing. */
  readonly used: Money;
  /** The part that the partner bears. */
  readonly shortfall: Money;
  /** The rest of it, which is returned. */
  readonly excess: Money;
}

/**
 * The parts of a deposit that funds the transaction together with what is kept; `undefined` if more is missing than the
 * terms tolerate, and for another currency.
 *
 * @param arrived the reported amount. @default what is missing
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

/** The field of a transaction that a deposit funds, where it is short. @param arrived as above */
export function shortfallBy(transaction: Transaction, arrived?: Money): Pick<Transaction, 'shortfall'> {
  const { shortfall } = fundingBy(transaction, arrived) ?? {};
  return shortfall === undefined || shortfall.minor === 0n ? {} : { shortfall };
}
