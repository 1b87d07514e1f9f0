import type * as z from 'zod/mini';
import type { Caller } from '#shared/partners/domain/partner';
import { readOwnUser } from '#shared/users/read-own-user';
import { findVerification } from './repository';
import { toKycResponse } from './response';
import type * as schemas from './response-schema';

/** Reads the status of a user's newest verification, or NOT_STARTED. @throws Problem for a user of another partner */
export async function readKyc(userId: string, caller: Caller): Promise<z.infer<typeof schemas.Kyc>> {
  const { id, kycStatus, verificationId } = await readOwnUser(userId, caller);
  return toKycResponse(
    id,
    kycStatus,
    verificationId === undefined ? undefined : await findVerification(id, verificationId),
  );
}
