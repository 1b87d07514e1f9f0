import { invalidEmail } from '#shared/api/problems';
import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import type { User } from '#shared/users/domain/user';
import { insertUser as saveUser } from '#shared/users/repository';
import { isEmail } from '#shared/values/email';
import { newId } from '#shared/values/ids';
import { contract } from './contract';

/** Registers a user under the calling partner. Email address and external id are unique per partner. */
const createUser = idempotent({ contract }, async ({ caller, body, nowMs }, record) => {
  if (!isEmail(body.email)) throw invalidEmail();
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
  const recorded = await record({ userId: user.id });
  await saveUser(user, recorded.writes);
  return recorded.reply;
});

export const handler = partnerEndpoint(contract, createUser);
