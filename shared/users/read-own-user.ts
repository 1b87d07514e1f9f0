import { userNotAssociated, userNotFound } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import type { User } from './domain/user';
import { findUser } from './repository';

/** Returns the caller's user. Throws the same error for an unknown user and for another partner's user. @throws Problem */
export function requireOwnUser(user: User | undefined, caller: Caller): User {
  if (user === undefined || user.partnerId !== caller.partnerId) throw userNotAssociated();
  return user;
}

/** Reads the caller's user. @throws Problem */
export async function readOwnUser(userId: string, caller: Caller): Promise<User> {
  return requireOwnUser(await findUser(userId), caller);
}

/** Reads the caller's user concurrently with another read. @throws Problem */
export async function readOwnUserWith<T>(userId: string, caller: Caller, other: Promise<T>): Promise<[User, T]> {
  const [user, read] = await Promise.all([findUser(userId), other]);
  return [requireOwnUser(user, caller), read];
}

type NamesUser = { readonly params: { readonly userId: string }; readonly caller: Caller };

/**
 * Returns the user id from the path, as the scope of an idempotency key.
 * @throws Problem if the user does not belong to the calling partner
 */
export async function ownUserIdFromPath({ params, caller }: NamesUser): Promise<string> {
  return (await readOwnUser(params.userId, caller)).id;
}

/**
 * Returns the caller's user for a verification. For an unknown user, this function throws another Problem than `requireOwnUser`.
 * @throws Problem
 */
export function requireOwnUserForKyc(user: User | undefined, caller: Caller): User {
  if (user === undefined) throw userNotFound();
  return requireOwnUser(user, caller);
}

/** Reads the caller's user for a verification. @throws Problem */
export async function readOwnUserForKyc(userId: string, caller: Caller): Promise<User> {
  return requireOwnUserForKyc(await findUser(userId), caller);
}
