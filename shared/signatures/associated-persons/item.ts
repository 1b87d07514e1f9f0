import * as z from 'zod/mini';
import { formerPersonKey, personKey } from '#shared/dynamodb/keys';
import {
  type AssociatedPerson,
  associatedPersonRoles,
  requestFailures,
} from '#shared/signatures/domain/associated-person';
import { declarationStatuses } from '#shared/signatures/domain/declaration';

const declarationItem = z.object({
  id: z.string(),
  status: z.enum(declarationStatuses),
  company: z.object({
    name: z.optional(z.string()),
    taxId: z.optional(z.string()),
    countryOfConstitution: z.optional(z.string()),
  }),
  requestedAtMs: z.number(),
  expiresAtMs: z.number(),
  signed: z.optional(
    z.object({
      atMs: z.number(),
      key: z.string(),
      sha256: z.string(),
      nameDiffers: z.optional(z.boolean()),
    }),
  ),
});

const personItem = z.object({
  id: z.string(),
  userId: z.string(),
  partnerId: z.string(),
  role: z.enum(associatedPersonRoles),
  firstName: z.string(),
  lastName: z.string(),
  email: z.optional(z.string()),
  dateOfBirth: z.optional(z.string()),
  nationality: z.optional(z.string()),
  taxId: z.optional(z.string()),
  ownershipUnits: z.optional(z.number()),
  declaration: z.optional(declarationItem),
  requestFailure: z.optional(z.enum(requestFailures)),
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
  const { email, dateOfBirth, nationality, taxId, ownershipUnits, declaration, requestFailure, ...rest } =
    personItem.parse(raw);
  return {
    ...rest,
    email,
    dateOfBirth,
    nationality,
    taxId,
    ownershipUnits,
    requestFailure,
    declaration: declaration && decodeDeclaration(declaration),
  };
}

function decodeDeclaration({
  company,
  signed,
  ...rest
}: z.infer<typeof declarationItem>): AssociatedPerson['declaration'] {
  const { name, taxId, countryOfConstitution } = company;
  return { ...rest, company: { name, taxId, countryOfConstitution }, signed };
}
