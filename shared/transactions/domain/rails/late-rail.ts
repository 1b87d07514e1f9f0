import { payoutAmount, type Transaction } from '#shared/transactions/domain/transaction';
import { type NamedRail, readRail } from './rail';

/**
 * The transaction with the rail of its payout, as its bank names it after the submission: a new version, and no step.
 *
 * @param atMs epoch ms
 * @returns `undefined` where a rail is known already, or this one is not kept
 */
export function withPayoutRail(transaction: Transaction, named: NamedRail, atMs: number): Transaction | undefined {
  const { currency } = payoutAmount(transaction);
  const payoutRail = transaction.payoutRail === undefined ? readRail(named, { currency, atMs }) : undefined;
  if (payoutRail === undefined) return undefined;
  const updatedAtMs = Math.max(atMs, transaction.updatedAtMs);
  return { ...transaction, payoutRail, version: transaction.version + 1, updatedAtMs };
}
