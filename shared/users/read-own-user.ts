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

/** A request that names a user in its path or body. */
type NamesUser<Place extends 'params' | 'body'> = Readonly<Record<Place, { readonly userId: string }>> & {
  readonly caller: Caller;
};

/** The caller's own user that the path names, for whom an idempotency key counts. @throws Problem */
export async function ownUserIdFromPath({ params, caller }: NamesUser<'params'>): Promise<string> {
  return (await readOwnUser(params.userId, caller)).id;
}

/** The caller's own user that the body names, for whom an idempotency key counts. @throws Problem */
export async function ownUserIdFromBody({ body, caller }: NamesUser<'body'>): Promise<string> {
  return (await readOwnUser(body.userId, caller)).id;
}

/** The caller's own user at the start of a verification, where an unknown one has an answer of its own. @throws Problem */
export function requireOwnUserForKyc(user: User | undefined, caller: Caller): User {
  if (user === undefined) throw userNotFound();
  return requireOwnUser(user, caller);
}

/** Reads the caller's own user at the start of a verification. @throws Problem */
export async function readOwnUserForKyc(userId: string, caller: Caller): Promise<User> {
  return requireOwnUserForKyc(await findUser(userId), caller);
}
