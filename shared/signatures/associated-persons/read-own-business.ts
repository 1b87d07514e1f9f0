import { notABusiness, personNotFound } from '#shared/api/problems';
import type { Caller } from '#shared/partners/domain/partner';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import { readOwnUser } from '#shared/users/read-own-records';
import { normalizeId } from '#shared/values/ids';
import { type BusinessWithPersons, readBusinessWithPersons } from './repository';

/** Reads the caller's own business user with its persons. @throws Problem when the user is a person */
export async function readOwnBusiness(userId: string, caller: Caller): Promise<BusinessWithPersons> {
  const user = await readOwnUser(userId, caller);
  if (user.type !== 'BUSINESS') throw notABusiness();
  return readBusinessWithPersons(user);
}

/** A person on record of a business, by an id as it came. @throws Problem when there is none */
export function requirePerson({ persons }: BusinessWithPersons, personId: string): AssociatedPerson {
  const known = normalizeId(personId);
  const person = persons.find(({ id }) => id === known);
  if (person === undefined) throw personNotFound();
  return person;
}
