import * as z from 'zod/mini';
import { maybe } from '#shared/dynamodb/attributes';
import { formerPersonKey, personKey } from '#shared/dynamodb/keys';
import {
  type AssociatedPerson,
  associatedPersonRoles,
  requestFailures,
} from '#shared/signatures/domain/associated-person';
import { declarationStatuses } from '#shared/signatures/domain/declaration';

const text = maybe(z.string());

const declarationItem = z.object({
  id: z.string(),
  status: z.enum(declarationStatuses),
  company: z.object({ name: text, taxId: text, countryOfConstitution: text }),
  requestedAtMs: z.number(),
  expiresAtMs: z.number(),
  signed: maybe(
    z.object({ atMs: z.number(), key: z.string(), sha256: z.string(), nameDiffers: z.optional(z.boolean()) }),
  ),
});

const personItem = z.object({
  id: z.string(),
  userId: z.string(),
  partnerId: z.string(),
  role: z.enum(associatedPersonRoles),
  firstName: z.string(),
  lastName: z.string(),
  email: text,
  dateOfBirth: text,
  nationality: text,
  taxId: text,
  ownershipUnits: maybe(z.number()),
  declaration: maybe(declarationItem),
  requestFailure: maybe(z.enum(requestFailures)),
  version: z.number(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});

export function encodeAssociatedPerson(person: AssociatedPerson) {
  return { ...personKey(person.userId, person.id), entity: 'PERSON', ...person };
}

/** A person who has been taken off the record, as kept for what was signed. */
export function encodeFormerAssociatedPerson(person: AssociatedPerson, removedAtMs: number) {
  return {
    ...formerPersonKey(person.userId, person.id),
    entity: 'FORMER_PERSON',
    ...person,
    version: person.version + 1,
    updatedAtMs: removedAtMs,
  };
}

export function decodeAssociatedPerson(raw: unknown): AssociatedPerson {
  return personItem.parse(raw);
}
