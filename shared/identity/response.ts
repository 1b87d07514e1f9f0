import type * as z from 'zod/mini';
import { toIsoTime, toIsoTimeOrNull } from '#shared/values/iso-time';
import type { IdentityVerification } from './domain/identity-verification';
import type * as schemas from './response-schema';
import { endEventFor } from './sessions/link-events';
import type { VerificationSession } from './sessions/repository';

/** Returns the status of a user's newest verification, without the submitted data. */
export function toKycResponse(
  userId: string,
  status: z.infer<typeof schemas.Kyc>['status'],
  newest: IdentityVerification | undefined,
): z.infer<typeof schemas.Kyc> {
  return {
    userId,
    verificationId: newest?.id ?? null,
    status,
    country: newest?.country ?? null,
    version: newest?.version ?? null,
    submittedAt: toIsoTimeOrNull(newest?.submittedAtMs),
    decidedAt: toIsoTimeOrNull(newest?.decidedAtMs),
    rejectionReasons: [...(newest?.rejectionReasons ?? [])],
  };
}

/** Returns a link that ended without a submission. */
export function toEndedLinkResponse(
  session: VerificationSession,
  atMs: number,
): z.infer<typeof schemas.EndedVerificationLink> {
  const { userId, kind, country, openedAtMs } = session;
  const openedAt = toIsoTimeOrNull(openedAtMs);
  return { userId, event: endEventFor(session), kind, country, openedAt, endedAt: toIsoTime(atMs) };
}
