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
  const { type, atMs, proof } = rail;
  // A repeated execute call may have named another transfer since.
  const hash = transaction.kind === 'CROSS_RAMP' || type !== 'CHAIN' ? undefined : transaction.transactionHash;
  const shown = { type, reference: hash ?? rail.reference, at: toIsoTime(atMs) };
  return proof === undefined ? shown : { ...shown, proof: { status: proof.status, url: proof.url ?? null } };
}
