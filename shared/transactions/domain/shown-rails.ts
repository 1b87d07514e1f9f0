import { toIsoTime } from '#shared/values/iso-time';
import type { RailReference } from './rail';
import type { Transaction } from './transaction';

/** The rails of a transaction's deposit and payout, as answers and webhooks show them; null while nothing was reported. */
export function shownRails(transaction: Transaction) {
  const { depositRail, payoutRail } = transaction;
  return { deposit: toRail(transaction, depositRail), payout: toRail(transaction, payoutRail) };
}

function toRail(transaction: Transaction, rail: RailReference | undefined) {
  if (rail === undefined) return null;
  const { type, atMs } = rail;
  // A repeated execute call may have named another transfer since.
  const hash = transaction.kind === 'CROSS_RAMP' || type !== 'CHAIN' ? undefined : transaction.transactionHash;
  return { type, reference: hash ?? rail.reference, at: toIsoTime(atMs) };
}
