import type { Shape } from '#shared/api/shapes';
import { iso } from '#shared/api/views/time';
import { percentText } from '#shared/domain/owners/ownership-percent';
import type { Person } from '#shared/domain/owners/person';

/** A person of a business as partners see it. */
export function associatedPersonView(person: Person): Shape<'AssociatedPerson'> {
  const { ownershipUnits } = person;
  return {
    id: person.id,
    userId: person.userId,
    role: person.role,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email ?? null,
    dateOfBirth: person.dateOfBirth ?? null,
    nationality: person.nationality ?? null,
    taxId: person.taxId ?? null,
    ownershipPercent: ownershipUnits === undefined ? null : Number(percentText(ownershipUnits)),
    version: person.version,
    createdAt: iso(person.createdAtMs),
    updatedAt: iso(person.updatedAtMs),
  };
}
