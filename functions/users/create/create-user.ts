import { badRequest } from '#shared/api/problems';
import { createUser as saveUser, UserExists } from '#shared/data/users';
import { newId } from '#shared/domain/ids';
import { isEmail, type User } from '#shared/domain/users/user';
import { answerOnce } from '#shared/operations/answer-once';
import { userConflict } from '#shared/operations/user-conflict';
import { contract } from './contract';

/** Registers a user under the calling partner; an address or external id is taken once per partner. */
export const createUser = answerOnce({ contract }, async ({ caller, body, nowMs }, record) => {
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
  const answer = await record({ userId: user.id });
  try {
    await saveUser(user, answer.writes);
  } catch (error) {
    throw error instanceof UserExists ? userConflict(error) : error;
  }
  return answer.reply;
});
