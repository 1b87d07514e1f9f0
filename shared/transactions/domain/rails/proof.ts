/** Proofs of a transaction's transfers. */

import type { Transaction } from '#shared/transactions/domain/transaction';
import type { RailProof, RailReference } from './rail';

/** Sides of a transaction; the keys of their look-ups end in these names. */
export const proofSides = ['DEPOSIT', 'PAYOUT'] as const;
export type ProofSide = (typeof proofSides)[number];

const railFields = { DEPOSIT: 'depositRail', PAYOUT: 'payoutRail' } as const satisfies Record<
  ProofSide,
  keyof Transaction
>;

/** The rail of a side whose proof is looked up. */
export function unprovenRail(transaction: Transaction, side: ProofSide): RailReference | undefined {
  const rail = transaction[railFields[side]];
  return rail?.proof?.status === 'PENDING' ? rail : undefined;
}

/** Lists the sides whose look-up begins with a change. */
export function proofsBegunBy(before: Transaction, next: Transaction): ProofSide[] {
  return proofSides.filter((side) => unprovenRail(next, side) && before[railFields[side]]?.proof === undefined);
}

/** The transaction with the proof of a side: a new version, and no step. @param atMs epoch ms */
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

/** The transaction without the documents of its person: look-ups that are still running count as unavailable. */
export function withErasedProofs(transaction: Transaction): Transaction {
  const { depositRail, payoutRail } = transaction;
  return { ...transaction, depositRail: erased(depositRail), payoutRail: erased(payoutRail) };
}

function erased(rail: RailReference | undefined): RailReference | undefined {
  if (rail?.proof === undefined) return rail;
  const { status } = rail.proof;
  return { ...rail, proof: { status: status === 'PENDING' ? 'UNAVAILABLE' : status } };
}
