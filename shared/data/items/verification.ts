import * as z from 'zod/mini';
import { duePartition, verificationKey } from '#shared/data/keys';
import type { Verification } from '#shared/domain/users/verification';

const verificationItem = z.object({
  id: z.string(),
  userId: z.string(),
  partnerId: z.string(),
  status: z.enum(['IN_PROGRESS', 'VERIFIED', 'REJECTED', 'REVIEW_NEEDED']),
  country: z.string(),
  submission: z.record(z.string(), z.unknown()),
  version: z.number(),
  submittedAtMs: z.number(),
  decidedAtMs: z.optional(z.number()),
  rejectionReasons: z.array(z.string()),
  decideAt: z.optional(z.number()),
});

/** The stored verification; `decideAtMs` puts it among the due items and opens its outbox. */
export function encodeVerification(verification: Verification, decideAtMs?: number) {
  const due =
    decideAtMs === undefined
      ? {}
      : { outbox: 'OPEN', duePk: duePartition(verification.id), decideAt: decideAtMs, dueAt: decideAtMs };
  return { ...verificationKey(verification.userId, verification.id), entity: 'KYC', ...verification, ...due };
}

export function decodeVerification(raw: unknown): Verification {
  const { decideAt: _provider, decidedAtMs, ...rest } = verificationItem.parse(raw);
  return { ...rest, decidedAtMs };
}

/** When the sandbox provider decides a stored verification, epoch ms; `undefined` when it does not. */
export function decideAtOf(raw: unknown): number | undefined {
  return verificationItem.parse(raw).decideAt;
}
