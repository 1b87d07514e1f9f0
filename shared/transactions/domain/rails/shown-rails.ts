import type { Transaction } from '#shared/transactions/domain/transaction';
import { toIsoTime } from '#shared/values/iso-time';
import type { Blockchain } from '#shared/values/money/currency';
import type { RailReference } from './rail';

/** Returns the URL of a blockchain transaction in an explorer. */
export type ExplorerLink = (blockchain: Blockchain, hash: string) => string | undefined;

/**
 * Returns the rails of deposit and payout for responses and webhooks; null until a rail is reported.
 * @param linkTo returns explorer URLs of the stage. @default no URLs
 */
export function shownRails(transaction: Transaction, linkTo: ExplorerLink = () => undefined) {
  const { depositRail, payoutRail } = transaction;
  return { deposit: toRail(transaction, depositRail, linkTo), payout: toRail(transaction, payoutRail, linkTo) };
}

function toRail(transaction: Transaction, rail: RailReference | undefined, linkTo: ExplorerLink) {
  if (rail === undefined) return null;
  const { type, atMs, proof } = rail;
  // The transaction's hash takes precedence over the rail: a repeated execute call may have changed the hash.
  const hash = transaction.kind === 'CROSS_RAMP' || type !== 'CHAIN' ? undefined : transaction.transactionHash;
  const reference = hash ?? rail.reference;
  const isChain = type === 'CHAIN' && transaction.kind !== 'CROSS_RAMP';
  const url = isChain ? linkTo(transaction.blockchain, reference) : undefined;
  const shown = { type, reference, at: toIsoTime(atMs), ...(url !== undefined && { url }) };
  return proof === undefined ? shown : { ...shown, proof: { status: proof.status, url: proof.url ?? null } };
}
