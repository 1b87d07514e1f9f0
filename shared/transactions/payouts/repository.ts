import * as z from 'zod/mini';
import { payeeResults } from '#shared/corridors/domain/payee-checks';
import { maybe } from '#shared/dynamodb/attributes';
import { type DueStep, readStep, type StepReference, stepAttributes } from '#shared/dynamodb/due-steps';
import { payoutKey } from '#shared/dynamodb/keys';
import { readRecord } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, putIfVersion } from '#shared/dynamodb/writes';
import type { Payout } from '#shared/transactions/domain/payout';
import type { Transaction } from '#shared/transactions/domain/transaction';

const payoutItem = z.object({
  transactionId: z.string(),
  partnerId: z.string(),
  screening: z.enum(['NONE', 'ASKED', 'INFORMED', 'CLEARED']),
  screeningReference: maybe(z.string()),
  test: z.enum(['NONE', 'ASKED', 'PASSED']),
  payee: maybe(z.enum(payeeResults)),
  reference: maybe(z.string()),
  ordered: z.boolean(),
  calls: z.number(),
  sinceMs: z.number(),
  version: z.number(),
});

/** Reads a stored payout. */
export const decodePayout = (raw: unknown): Payout => payoutItem.parse(raw);

/** The payout that a message names, with the time of its next step; `undefined` when no step is left. */
export function findPayoutStep(message: StepReference) {
  return readStep(message, decodePayout);
}

/** The payout of a transaction, if it has begun. */
export function findPayout(transactionId: string): Promise<Payout | undefined> {
  return readRecord(payoutKey(transactionId), decodePayout);
}

/** The action with which paying out begins. */
export function payoutCreationWrite({ id: transactionId, partnerId }: Transaction, atMs: number): PendingWrite {
  const payout: Payout = {
    transactionId,
    partnerId,
    screening: 'NONE',
    screeningReference: undefined,
    test: 'NONE',
    payee: undefined,
    reference: undefined,
    ordered: false,
    calls: 0,
    sinceMs: atMs,
    version: 1,
  };
  return putIfAbsent(encodePayout(payout, { atMs, announced: true }));
}

/**
 * The action that stores a payout over the one that was read; it fails when another run has stored one in between.
 * @param step the next step; without one the payout is finished, or a person has taken it over
 */
export function payoutReplacementWrite(before: Payout, after: Payout, step: DueStep | undefined): PendingWrite {
  return putIfVersion(before.version, encodePayout({ ...after, version: before.version + 1 }, step));
}

function encodePayout(payout: Payout, step: DueStep | undefined) {
  const key = payoutKey(payout.transactionId);
  return { ...key, entity: 'PAYOUT', ...payout, ...stepAttributes(payout.transactionId, step) };
}
