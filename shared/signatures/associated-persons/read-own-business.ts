import { notABusiness, personNotFound } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import type { User } from '#shared/users/domain/user';
import { readOwnUser, readOwnUserWith } from '#shared/users/read-own-user';
import { normalizeId } from '#shared/values/ids';
import { type BusinessWithPersons, listPersons, readBusinessWithPersons } from './repository';

/** Reads a business user of the caller. @throws Problem if the user is an individual */
export async function readOwnBusinessUser(userId: string, caller: Caller): Promise<User> {
  return requireBusiness(await readOwnUser(userId, caller));
}

/** @throws Problem if the user is an individual */
export function requireBusiness(user: User): User {
  if (user.type !== 'BUSINESS') throw notABusiness();
  return user;
}

/**
 * Reads a business user of the caller and, in parallel, its associated persons, for a response. @throws Problem if the user is an
 * individual
 */
export async function readOwnBusiness(userId: string, caller: Caller): Promise<BusinessWithPersons> {
  const [user, persons] = await readOwnUserWith(userId, caller, listPersons(userId));
  return { user: requireBusiness(user), persons };
}

/**
 * Reads a business user and then its associated persons, before a change (see `readBusinessWithPersons`).
 * @throws Problem if the user is an individual
 */
export async function readOwnBusinessToChange(userId: string, caller: Caller): Promise<BusinessWithPersons> {
  return readBusinessWithPersons(await readOwnBusinessUser(userId, caller));
}

/** Returns the associated person with the id from the request. @throws Problem if the business has no such person */
export function requirePerson({ persons }: BusinessWithPersons, personId: string): AssociatedPerson {
  const known = normalizeId(personId);
  const person = persons.find(({ id }) => id === known);
  if (person === undefined) throw personNotFound();
  return person;
}
