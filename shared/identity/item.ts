import * as z from 'zod/mini';
import { duePartition, verificationKey } from '#shared/dynamodb/keys';
import type { IdentityVerification } from './domain/identity-verification';

const verificationItem = z.object({
  id: z.string(),
  userId: z.string(),
  partnerId: z.string(),
  status: z.enum(['IN_PROGRESS', 'VERIFIED', 'REJECTED', 'REVIEW_NEEDED']),
  country: z.string(),
  submission: z.record(z.string(), z.unknown()),
  files: z.optional(
    z.array(
      z.object({
        field: z.string(),
        key: z.string(),
        contentType: z.string(),
        size: z.number(),
        sha256: z.string(),
      }),
    ),
  ),
  provider: z.optional(z.object({ reference: z.optional(z.string()), calls: z.number() })),
  version: z.number(),
  submittedAtMs: z.number(),
  decidedAtMs: z.optional(z.number()),
  rejectionReasons: z.array(z.string()),
  stepAt: z.optional(z.number()),
});

/** When a verification's next step may be taken. */
export interface NextStep {
  /** Epoch ms. */
  readonly atMs: number;
  /** Sends a message at once; without it the redrive finds the step when it is due, up to a minute later. */
  readonly announced: boolean;
}

/** The stored verification; a next step puts it among the due items. */
export function encodeVerification(verification: IdentityVerification, step?: NextStep) {
  const due =
    step === undefined
      ? {}
      : {
          ...(step.announced ? { outbox: 'OPEN' } : {}),
          duePk: duePartition(verification.id),
          stepAt: step.atMs,
          dueAt: step.atMs,
        };
  return { ...verificationKey(verification.userId, verification.id), entity: 'KYC', ...verification, ...due };
}

export function decodeVerification(raw: unknown): IdentityVerification {
  const { stepAt: _step, decidedAtMs, ...rest } = verificationItem.parse(raw);
  return { ...rest, decidedAtMs };
}

/** When the next step of a stored verification may be taken, epoch ms; `undefined` when there is none. */
export function decodeStepAt(raw: unknown): number | undefined {
  return verificationItem.parse(raw).stepAt;
}
