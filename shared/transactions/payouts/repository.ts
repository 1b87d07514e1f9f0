import * as z from 'zod/mini';
import { duePartition, payoutKey } from '#shared/dynamodb/keys';
import { readItem } from '#shared/dynamodb/table';
import type { PendingWrite } from '#shared/dynamodb/unit-of-work';
import { putIfAbsent, putIfVersion } from '#shared/dynamodb/writes';
import type { Payout } from '#shared/transactions/domain/payout';
import type { Transaction } from '#shared/transactions/domain/transaction';
import type { StepMessage } from '#shared/webhooks/messaging/messages';

const payoutItem = z.object({
  transactionId: z.string(),
  partnerId: z.string(),
  test: z.enum(['NONE', 'ASKED', 'PASSED']),
  reference: z.optional(z.string()),
  /** Absent in what older releases stored. */
  ordered: z.optional(z.boolean()),
  calls: z.number(),
  sinceMs: z.number(),
  version: z.number(),
  stepAt: z.optional(z.number()),
});

/** When a payout's next step may be taken. */
export interface PayoutStep {
  /** Epoch ms. */
  readonly atMs: number;
  /** Sends a message at once; without it the redrive finds the step when it is due, up to a minute later. */
  readonly announced: boolean;
}

/** The payout that a step message is about, and when its next step may be taken, epoch ms; `undefined` where it has none. */
export async function findPayoutStep({
  pk,
  sk,
}: StepMessage): Promise<{ readonly payout: Payout; readonly stepAtMs: number } | undefined> {
  const raw = await readItem({ PK: pk, SK: sk });
  if (raw === undefined) return undefined;
  const { stepAt: stepAtMs, reference, ordered = false, ...rest } = payoutItem.parse(raw);
  return stepAtMs === undefined ? undefined : { payout: { ...rest, reference, ordered }, stepAtMs };
}

/** The action with which paying out begins. */
export function payoutCreationWrite({ id: transactionId, partnerId }: Transaction, atMs: number): PendingWrite {
  const payout: Payout = {
    transactionId,
    partnerId,
    test: 'NONE',
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
export function payoutReplacementWrite(before: Payout, after: Payout, step: PayoutStep | undefined): PendingWrite {
  return putIfVersion(before.version, encodePayout({ ...after, version: before.version + 1 }, step));
}

function encodePayout(payout: Payout, step: PayoutStep | undefined) {
  const due =
    step === undefined
      ? {}
      : {
          ...(step.announced ? { outbox: 'OPEN' } : {}),
          duePk: duePartition(payout.transactionId),
          stepAt: step.atMs,
          dueAt: step.atMs,
        };
  return { ...payoutKey(payout.transactionId), entity: 'PAYOUT', ...payout, ...due };
}
