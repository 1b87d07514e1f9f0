import { notABusiness, personNotFound } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import type { User } from '#shared/users/domain/user';
import { requireOwnUser } from '#shared/users/read-own-user';
import { findUser } from '#shared/users/repository';
import { normalizeId } from '#shared/values/ids';
import { type BusinessWithPersons, listPersons, readBusinessWithPersons } from './repository';

/** The caller's own business user. @throws Problem when the user is a person */
export function requireOwnBusiness(user: User | undefined, caller: Caller): User {
  const own = requireOwnUser(user, caller);
  if (own.type !== 'BUSINESS') throw notABusiness();
  return own;
}

/** Reads the caller's own business user and its persons at once, to answer with. @throws Problem when the user is a person */
export async function readOwnBusiness(userId: string, caller: Caller): Promise<BusinessWithPersons> {
  const [user, persons] = await Promise.all([findUser(userId), listPersons(userId)]);
  return { user: requireOwnBusiness(user, caller), persons };
}

/**
 * The same, to be changed: the persons are read after the user, so that the write, which holds at the user's version, finds
 * every change that is not in them. @throws Problem when the user is a person
 */
export async function readOwnBusinessToChange(userId: string, caller: Caller): Promise<BusinessWithPersons> {
  return readBusinessWithPersons(requireOwnBusiness(await findUser(userId), caller));
}

/** A person on record of a business, by an id as it came. @throws Problem when there is none */
export function requirePerson({ persons }: BusinessWithPersons, personId: string): AssociatedPerson {
  const known = normalizeId(personId);
  const person = persons.find(({ id }) => id === known);
  if (person === undefined) throw personNotFound();
  return person;
}
