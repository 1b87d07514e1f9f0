import type { ResponseData } from '#shared/api/response-schemas';
import type { Caller } from '#shared/partners/domain/partner';
import { readOwnUser } from '#shared/users/read-own-records';
import { toIsoTimeOrNull } from '#shared/values/iso-time';
import { findVerification } from './repository';

/** Where a user's verification stands: its newest one, or NOT_STARTED. @throws Problem for another's user */
export async function readKyc(userId: string, caller: Caller): Promise<ResponseData<'Kyc'>> {
  const user = await readOwnUser(userId, caller);
  const newest = user.verificationId === undefined ? undefined : await findVerification(user.id, user.verificationId);
  return {
    userId: user.id,
    verificationId: newest?.id ?? null,
    status: user.kycStatus,
    country: newest?.country ?? null,
    version: newest?.version ?? null,
    submittedAt: toIsoTimeOrNull(newest?.submittedAtMs),
    decidedAt: toIsoTimeOrNull(newest?.decidedAtMs),
    rejectionReasons: [...(newest?.rejectionReasons ?? [])],
  };
}
