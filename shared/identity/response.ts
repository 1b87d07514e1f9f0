import type { ResponseData } from '#shared/api/response-schemas';
import { toIsoTimeOrNull } from '#shared/values/iso-time';
import type { IdentityVerification } from './domain/identity-verification';

/** A user's newest verification as partners see it: where it stands, and nothing of what was submitted. */
export function toKycResponse(
  userId: string,
  status: ResponseData<'Kyc'>['status'],
  newest: IdentityVerification | undefined,
): ResponseData<'Kyc'> {
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
