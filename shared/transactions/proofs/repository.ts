/** Look-ups of proofs. Each transfer of a transaction has one look-up item, from the start of the look-up to its result. */
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
  amount: anyMoney,
  /** Number of look-ups so far. */
  calls: z.number(),
  /** Start of the look-up, epoch ms. */
  sinceMs: z.number(),
  version: z.number(),
});

/** A proof look-up. */
export type ProofLookUp = Readonly<z.infer<typeof lookUpItem>>;

/** Reads the look-up that a queue message refers to, and the time of the next step. Returns `undefined` if no step remains. */
export function findProofStep(message: StepReference) {
  return readStep(message, (raw): ProofLookUp => lookUpItem.parse(raw));
}

/** Returns the writes that start the look-ups for a transition: one for each transfer whose proof is new and pending. */
export function proofCreationWrites(before: Transaction, next: Transaction): PendingWrite[] {
  return proofsBegunBy(before, next).map((side) => {
    const { id: transactionId, partnerId, updatedAtMs: sinceMs } = next;
    const amount = transferredAmount(before, next, side);
    const lookUp = { transactionId, partnerId, side, amount, calls: 0, sinceMs, version: 1 };
    return putIfAbsent(encodeLookUp(lookUp, { atMs: nextLookUp(0, sinceMs), announced: false }));
  });
}

/** Returns the actual amount of the transfer. A deposit may exceed the expected amount. */
function transferredAmount(before: Transaction, next: Transaction, side: ProofSide) {
  if (side === 'PAYOUT') return payoutAmount(next);
  const surplus = next.surplusDeposits.slice(before.surplusDeposits.length);
  return surplus.reduce((sum, { amount }) => plus(sum, amount), sourceAmount(next));
}

/**
 * Returns the write that updates a look-up after a call, and fails if the look-up has changed since the read.
 * @param step the next step; `undefined` when the proof is known
 */
export function lookUpWrite(before: ProofLookUp, calls: number, step: DueStep | undefined): PendingWrite {
  return putIfVersion(before.version, encodeLookUp({ ...before, calls, version: before.version + 1 }, step));
}

/** Returns the write that replaces a transaction without a transition and fails if the transaction changed since the read. */
export function transactionReplacementWrite(before: Transaction, next: Transaction): PendingWrite {
  return putIfVersion(before.version, encodeTransaction(next));
}

function encodeLookUp(lookUp: ProofLookUp, step: DueStep | undefined) {
  const { transactionId, side, amount } = lookUp;
  const stored = { ...lookUp, amount: encodeMoney(amount), ...stepAttributes(transactionId, step) };
  return { ...proofKey(transactionId, side), entity: 'PROOF', ...stored };
}
