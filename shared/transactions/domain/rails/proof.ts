/** Proofs of a transaction's SPEI transfers. */

import type { Transaction } from '#shared/transactions/domain/transaction';
import type { RailProof, RailReference } from './rail';

/** The two transfers of a transaction. In the table, the keys of look-up items end in these names. */
export const proofSides = ['DEPOSIT', 'PAYOUT'] as const;
export type ProofSide = (typeof proofSides)[number];

const railFields = { DEPOSIT: 'depositRail', PAYOUT: 'payoutRail' } as const satisfies Record<
  ProofSide,
  keyof Transaction
>;

/** Returns the rail of a transfer if its proof is pending. */
export function unprovenRail(transaction: Transaction, side: ProofSide): RailReference | undefined {
  const rail = transaction[railFields[side]];
  return rail?.proof?.status === 'PENDING' ? rail : undefined;
}

/** Returns the transfers whose proof look-up begins with the transition from `before` to `next`. */
export function proofsBegunBy(before: Transaction, next: Transaction): ProofSide[] {
  return proofSides.filter((side) => unprovenRail(next, side) && before[railFields[side]]?.proof === undefined);
}

/**
 * Returns the transaction with the proof of one transfer. The version increases; the status does not change.
 * @param atMs epoch ms
 */
export function withProof(transaction: Transaction, side: ProofSide, proof: RailProof, atMs: number): Transaction {
  const rail = transaction[railFields[side]];
  const { version, updatedAtMs } = transaction;
  return {
    ...transaction,
    [railFields[side]]: rail && { ...rail, proof },
    version: version + 1,
    updatedAtMs: Math.max(atMs, updatedAtMs),
  };
}

/** Returns the transaction without proof documents, to erase a person. A pending proof gets the status `UNAVAILABLE`. */
export function withErasedProofs(transaction: Transaction): Transaction {
  const { depositRail, payoutRail } = transaction;
  return { ...transaction, depositRail: erased(depositRail), payoutRail: erased(payoutRail) };
}

function erased(rail: RailReference | undefined): RailReference | undefined {
  if (rail?.proof === undefined) return rail;
  const { status } = rail.proof;
  return { ...rail, proof: { status: status === 'PENDING' ? 'UNAVAILABLE' : status } };
}
