import { badRequest, Problem } from '#shared/api/problems';
import { createUser as saveUser, UserExists } from '#shared/data/users';
import { newId } from '#shared/domain/ids';
import { isEmail, type User } from '#shared/domain/users/user';
import type { Operation } from '#shared/http/edge';
import type { contract } from './contract';

/** Registers a user under the calling partner; an address or external id is taken once per partner. */
export const createUser: Operation<typeof contract> = async ({ caller, body, nowMs }) => {
  if (!isEmail(body.email)) throw badRequest('Provided email is not valid');
  const user: User = {
    id: newId(nowMs),
    partnerId: caller.partnerId,
    type: body.type,
    email: body.email,
    externalUserId: body.externalUserId,
    alias: body.alias,
    businessName: body.type === 'BUSINESS' ? body.businessName : undefined,
    firstName: undefined,
    lastName: undefined,
    kycStatus: 'NOT_STARTED',
    verificationId: undefined,
    unsignedOwners: 0,
    verificationLink: undefined,
    version: 1,
    sequence: 0,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
  try {
    await saveUser(user);
  } catch (error) {
    throw error instanceof UserExists ? conflict(error) : error;
  }
  return { data: { userId: user.id } };
};

function conflict(error: UserExists): Problem {
  const errors = error.taken.map(({ field, userId }) => ({
    field,
    message: `Already used by user ${userId}`,
  }));
  return new Problem('CONFLICT', 'A user with these details already exists', { errors, cause: error });
}
