import { Problem } from '#shared/api/problems';
import { type Ownership, ownershipOf } from '#shared/data/owners';
import { knownForm } from '#shared/domain/ids';
import type { Person } from '#shared/domain/owners/person';
import type { Caller } from '#shared/domain/partners/partner';
import { readOwnUser } from '#shared/operations/ownership';

/** Reads the caller's own business user with its persons. @throws Problem when the user is a person */
export async function readOwnBusiness(userId: string, caller: Caller): Promise<Ownership> {
  const user = await readOwnUser(userId, caller);
  if (user.type !== 'BUSINESS') throw new Problem('UNPROCESSABLE_ENTITY', 'User is not a business');
  return ownershipOf(user);
}

/** A person on record of a business, by an id as it came. @throws Problem when there is none */
export function personOf({ persons }: Ownership, personId: string): Person {
  const known = knownForm(personId);
  const person = persons.find(({ id }) => id === known);
  if (person === undefined) throw personNotFound();
  return person;
}

export const personNotFound = (): Problem => new Problem('NOT_FOUND', 'Associated person not found');
