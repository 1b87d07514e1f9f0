/** Look-ups of proofs: an item of the transaction for each side, from the write that begins one to the write of its result. */
import * as z from 'zod/mini';
import { type DueStep, readStep, type StepReference, stepAttributes } from '#shared/dynamodb/due-steps';
import { proofKey } from '#shared/dynamodb/keys';
import { anyMoney, encodeMoney } from '#shared/dynamodb/stored-money';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, putIfVersion } from '#shared/dynamodb/writes';
import { type ProofSide, proofSides, proofsBegunBy } from '#shared/transactions/domain/rails/proof';
import { nextLookUp } from '#shared/transactions/domain/rails/proof-schedule';
import { payoutAmount, sourceAmount, type Transaction } from '#shared/transactions/domain/transaction';
import { encodeTransaction } from '#shared/transactions/item';
import { plus } from '#shared/values/money/money';

const lookUpItem = z.object({
  transactionId: z.string(),
  partnerId: z.string(),
  side: z.enum(proofSides),
  /** The amount of the transfer. */
  amount: anyMoney,
  /** Look-ups that were made. */
  calls: z.number(),
  /** Its beginning, epoch ms. */
  sinceMs: z.number(),
  version: z.number(),
});

/** The look-up of a proof. */
export type ProofLookUp = Readonly<z.infer<typeof lookUpItem>>;

/** The look-up that a message names, with the time of its next step; `undefined` when no step is left. */
export function findProofStep(message: StepReference) {
  return readStep(message, (raw): ProofLookUp => lookUpItem.parse(raw));
}

/** The actions with which the look-ups of a transition begin. */
export function proofCreationWrites(before: Transaction, next: Transaction): PendingWrite[] {
  return proofsBegunBy(before, next).map((side) => {
    const { id: transactionId, partnerId, updatedAtMs: sinceMs } = next;
    const amount = transferredAmount(before, next, side);
    const lookUp = { transactionId, partnerId, side, amount, calls: 0, sinceMs, version: 1 };
    return putIfAbsent(encodeLookUp(lookUp, { atMs: nextLookUp(0, sinceMs), announced: false }));
  });
}

/** The amount of the transfer itself: a deposit may have been larger than expected. */
function transferredAmount(before: Transaction, next: Transaction, side: ProofSide) {
  if (side === 'PAYOUT') return payoutAmount(next);
  const surplus = next.surplusDeposits.slice(before.surplusDeposits.length);
  return surplus.reduce((sum, { amount }) => plus(sum, amount), sourceAmount(next));
}

/**
 * The action that stores a look-up after a call over the one that was read; it fails when another run has stored one in between.
 * @param step the next step; none once the proof is known
 */
export function lookUpWrite(before: ProofLookUp, calls: number, step: DueStep | undefined): PendingWrite {
  return putIfVersion(before.version, encodeLookUp({ ...before, calls, version: before.version + 1 }, step));
}

/** The action that stores a transaction that changed without a transition, over the one that was read. */
export function transactionReplacementWrite(before: Transaction, next: Transaction): PendingWrite {
  return putIfVersion(before.version, encodeTransaction(next));
}

function encodeLookUp(lookUp: ProofLookUp, step: DueStep | undefined) {
  const { transactionId, side, amount } = lookUp;
  const stored = { ...lookUp, amount: encodeMoney(amount), ...stepAttributes(transactionId, step) };
  return { ...proofKey(transactionId, side), entity: 'PROOF', ...stored };
}
