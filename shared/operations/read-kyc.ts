import type { Shape } from '#shared/api/shapes';
import { isoOrNull } from '#shared/api/views/time';
import { findVerification } from '#shared/data/verifications';
import type { Caller } from '#shared/domain/partners/partner';
import { readOwnUser } from '#shared/operations/ownership';

/** Where a user's verification stands: its newest one, or NOT_STARTED. @throws Problem for another's user */
export async function readKyc(userId: string, caller: Caller): Promise<Shape<'Kyc'>> {
  const user = await readOwnUser(userId, caller);
  const newest =
    user.verificationId === undefined ? undefined : await findVerification(user.id, user.verificationId);
  return {
    userId: user.id,
    verificationId: newest?.id ?? null,
    status: user.kycStatus,
    country: newest?.country ?? null,
    version: newest?.version ?? null,
    submittedAt: isoOrNull(newest?.submittedAtMs),
    decidedAt: isoOrNull(newest?.decidedAtMs),
    rejectionReasons: [...(newest?.rejectionReasons ?? [])],
  };
}
