import type { Shape } from '#shared/api/shapes';
import { iso, isoOrNull } from '#shared/api/views/time';
import type { Verification } from '#shared/domain/users/verification';

/** A verification as partners see it: where it stands, and nothing of what was submitted. */
export function kycView(verification: Verification): Shape<'Kyc'> {
  return {
    userId: verification.userId,
    verificationId: verification.id,
    status: verification.status,
    country: verification.country,
    version: verification.version,
    submittedAt: iso(verification.submittedAtMs),
    decidedAt: isoOrNull(verification.decidedAtMs),
    rejectionReasons: [...verification.rejectionReasons],
  };
}
