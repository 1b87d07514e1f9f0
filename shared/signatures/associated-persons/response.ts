import type * as z from 'zod/mini';
import type { AssociatedPerson } from '#shared/signatures/domain/associated-person';
import { formatPercent } from '#shared/signatures/domain/ownership-percent';
import type * as schemas from '#shared/signatures/response-schema';
import { toIsoTime } from '#shared/values/iso-time';

/** Builds the API response of a person of a business. */
export function toAssociatedPersonResponse(person: AssociatedPerson): z.infer<typeof schemas.AssociatedPerson> {
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
    ownershipPercent: ownershipUnits === undefined ? null : Number(formatPercent(ownershipUnits)),
    version: person.version,
    createdAt: toIsoTime(person.createdAtMs),
    updatedAt: toIsoTime(person.updatedAtMs),
  };
}
