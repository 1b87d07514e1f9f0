import type { ResponseData } from '#shared/api/response-schemas';
import { toIsoTime, toIsoTimeOrNull } from '#shared/values/iso-time';
import type { IdentityVerification } from './domain/identity-verification';

/** A verification as partners see it: where it stands, and nothing of what was submitted. */
export function toKycResponse(verification: IdentityVerification): ResponseData<'Kyc'> {
  return {
    userId: verification.userId,
    verificationId: verification.id,
    status: verification.status,
    country: verification.country,
    version: verification.version,
    submittedAt: toIsoTime(verification.submittedAtMs),
    decidedAt: toIsoTimeOrNull(verification.decidedAtMs),
    rejectionReasons: [...verification.rejectionReasons],
  };
}
