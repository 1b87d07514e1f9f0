import type { ResponseData } from '#shared/api/response-schemas';
import type { Caller } from '#shared/partners/domain/partner';
import { readOwnUser } from '#shared/users/read-own-records';
import { findVerification } from './repository';
import { toKycResponse } from './response';

/** Reads the status of a user's newest verification, or NOT_STARTED. @throws Problem for another's user */
export async function readKyc(userId: string, caller: Caller): Promise<ResponseData<'Kyc'>> {
  const { id, kycStatus, verificationId } = await readOwnUser(userId, caller);
  return toKycResponse(
    id,
    kycStatus,
    verificationId === undefined ? undefined : await findVerification(id, verificationId),
  );
}
