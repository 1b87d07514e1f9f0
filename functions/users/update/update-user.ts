import { invalidEmail, invalidInput, verifiedNameFixed } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import type { Operation, Request } from '#shared/handlers/partner-endpoint';
import { canStartVerification } from '#shared/identity/domain/verification-link';
import type { User } from '#shared/users/domain/user';
import { readOwnUser } from '#shared/users/read-own-user';
import { replaceUser as saveUser } from '#shared/users/repository';
import { toUserResponse } from '#shared/users/response';
import { isEmail } from '#shared/values/email';
import type { contract } from './contract';

type Changes = Request<typeof contract>['body'];

/** Changes a user's fields. Absent fields keep their value; `null` clears a field. Without a change, there is no new version. */
export const updateUser: Operation<typeof contract> = async ({ caller, params, body, nowMs }) => {
  const changed = await retryOnConflict(async () => {
    const user = await readOwnUser(params.userId, caller);
    checkChanges(user, body);
    const after = withChanges(user, body, nowMs);
    return after === user || (await saveUser(user, after)) ? after : undefined;
  });
  return { data: toUserResponse(changed) };
};

/** @throws Problem */
function checkChanges(user: User, { email, businessName }: Changes): void {
  if (email !== undefined && !isEmail(email)) throw invalidEmail();
  if (user.type !== 'BUSINESS' && typeof businessName === 'string')
    throw invalidInput([{ field: 'businessName', message: 'Only for users of type BUSINESS' }]);
  // A running or completed verification applies to the business with this name, so the name can no longer change.
  const renamed = changedValue(user.businessName, businessName) !== user.businessName;
  if (renamed && !canStartVerification(user))
    throw verifiedNameFixed(user.id, [
      { field: 'businessName', message: `Cannot be changed while the user is ${user.kycStatus}` },
    ]);
}

const editable = ['email', 'externalUserId', 'alias', 'businessName'] as const;

/** Returns the user with the changes; the same object if nothing changes. */
function withChanges(user: User, changes: Changes, nowMs: number): User {
  const next: User = {
    ...user,
    email: changes.email ?? user.email,
    externalUserId: changedValue(user.externalUserId, changes.externalUserId),
    alias: changedValue(user.alias, changes.alias),
    businessName: changedValue(user.businessName, changes.businessName),
  };
  const isSame = editable.every((field) => next[field] === user[field]);
  return isSame ? user : { ...next, version: user.version + 1, updatedAtMs: nowMs };
}

function changedValue(before: string | undefined, change: string | null | undefined): string | undefined {
  return change === undefined ? before : (change ?? undefined);
}
