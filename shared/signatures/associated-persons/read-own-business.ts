import { notABusiness, personNotFound } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import type { User } from '#shared/users/domain/user';
import { readOwnUser, readOwnUserWith } from '#shared/users/read-own-user';
import { normalizeId } from '#shared/values/ids';
import { type BusinessWithPersons, listPersons, readBusinessWithPersons } from './repository';

/** Reads the caller's own business user. @throws Problem when the user is a person */
export async function readOwnBusinessUser(userId: string, caller: Caller): Promise<User> {
  return requireBusiness(await readOwnUser(userId, caller));
}

/** @throws Problem when the user is a person */
export function requireBusiness(user: User): User {
  if (user.type !== 'BUSINESS') throw notABusiness();
  return user;
}

/** Reads the caller's own business user and its persons at once, to respond with. @throws Problem if the user is a person */
export async function readOwnBusiness(userId: string, caller: Caller): Promise<BusinessWithPersons> {
  const [user, persons] = await readOwnUserWith(userId, caller, listPersons(userId));
  return { user: requireBusiness(user), persons };
}

/**
 * The same, to be changed: the persons are read after the user, so that the write, which holds at the user's version, finds
 * every change that is not in them. @throws Problem when the user is a person
 */
export async function readOwnBusinessToChange(userId: string, caller: Caller): Promise<BusinessWithPersons> {
  return readBusinessWithPersons(await readOwnBusinessUser(userId, caller));
}

/** A person on record of a business, by an id as it came. @throws Problem when there is none */
export function requirePerson({ persons }: BusinessWithPersons, personId: string): AssociatedPerson {
  const known = normalizeId(personId);
  const person = persons.find(({ id }) => id === known);
  if (person === undefined) throw personNotFound();
  return person;
}
