import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import { type DueStep, stepAttributes } from '#shared/dynamodb/due-steps';
import { verificationKey } from '#shared/dynamodb/keys';
import type { IdentityVerification } from './domain/identity-verification';

const verificationItem = z.object({
  id: z.string(),
  userId: z.string(),
  partnerId: z.string(),
  status: z.enum(['IN_PROGRESS', 'VERIFIED', 'REJECTED', 'REVIEW_NEEDED']),
  country: z.string(),
  submission: z.record(z.string(), z.unknown()),
  files: z.array(
    z.object({ field: z.string(), key: z.string(), contentType: z.string(), size: z.number(), sha256: z.string() }),
  ),
  provider: z.optional(z.object({ reference: z.optional(z.string()), calls: z.number() })),
  version: z.number(),
  submittedAtMs: z.number(),
  decidedAtMs: maybe(z.number()),
  rejectionReasons: z.array(z.string()),
});

/** Encodes a verification. With a next step, the item is in the index of due items. */
export function encodeVerification(verification: IdentityVerification, step?: DueStep) {
  const key = verificationKey(verification.userId, verification.id);
  return { ...key, entity: 'KYC', ...verification, ...stepAttributes(verification.id, step) };
}

export function decodeVerification(raw: unknown): IdentityVerification {
  return verificationItem.parse(raw);
}
