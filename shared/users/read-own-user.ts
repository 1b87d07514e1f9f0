import { userNotAssociated, userNotFound } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import type { User } from './domain/user';
import { findUser } from './repository';

/** The caller's own user. An unknown one and another partner's look the same. @throws Problem */
export function requireOwnUser(user: User | undefined, caller: Caller): User {
  if (user === undefined || user.partnerId !== caller.partnerId) throw userNotAssociated();
  return user;
}

/** Reads the caller's own user. @throws Problem */
export async function readOwnUser(userId: string, caller: Caller): Promise<User> {
  return requireOwnUser(await findUser(userId), caller);
}

/** Reads the caller's own user, together with other reads of it. @throws Problem */
export async function readOwnUserWith<T>(userId: string, caller: Caller, other: Promise<T>): Promise<[User, T]> {
  const [user, read] = await Promise.all([findUser(userId), other]);
  return [requireOwnUser(user, caller), read];
}

type NamesUser = { readonly params: { readonly userId: string }; readonly caller: Caller };

/** The caller's own user that the path names, for whom an idempotency key counts. @throws Problem */
export async function ownUserIdFromPath({ params, caller }: NamesUser): Promise<string> {
  return (await readOwnUser(params.userId, caller)).id;
}

/** The caller's own user at the start of a verification, where an unknown one has a separate response. @throws Problem */
export function requireOwnUserForKyc(user: User | undefined, caller: Caller): User {
  if (user === undefined) throw userNotFound();
  return requireOwnUser(user, caller);
}

/** Reads the caller's own user at the start of a verification. @throws Problem */
export async function readOwnUserForKyc(userId: string, caller: Caller): Promise<User> {
  return requireOwnUserForKyc(await findUser(userId), caller);
}
