import * as z from 'zod/mini';
import { formerPersonKey, personKey } from '#shared/data/keys';
import { cedulaStatuses } from '#shared/domain/owners/cedula';
import { type Person, personRoles, requestFailures } from '#shared/domain/owners/person';

const cedulaItem = z.object({
  id: z.string(),
  status: z.enum(cedulaStatuses),
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
  role: z.enum(personRoles),
  firstName: z.string(),
  lastName: z.string(),
  email: z.optional(z.string()),
  dateOfBirth: z.optional(z.string()),
  nationality: z.optional(z.string()),
  taxId: z.optional(z.string()),
  ownershipUnits: z.optional(z.number()),
  cedula: z.optional(cedulaItem),
  requestFailure: z.optional(z.enum(requestFailures)),
  version: z.number(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});

export function encodePerson(person: Person) {
  return { ...personKey(person.userId, person.id), entity: 'PERSON', ...person };
}

/** A person who has been taken off the record, as kept for what was signed. */
export function encodeFormerPerson(person: Person, removedAtMs: number) {
  return {
    ...formerPersonKey(person.userId, person.id),
    entity: 'FORMER_PERSON',
    ...person,
    version: person.version + 1,
    updatedAtMs: removedAtMs,
  };
}

export function decodePerson(raw: unknown): Person {
  const { email, dateOfBirth, nationality, taxId, ownershipUnits, cedula, requestFailure, ...rest } =
    personItem.parse(raw);
  return {
    ...rest,
    email,
    dateOfBirth,
    nationality,
    taxId,
    ownershipUnits,
    requestFailure,
    cedula: cedula && decodeCedula(cedula),
  };
}

function decodeCedula({ company, signed, ...rest }: z.infer<typeof cedulaItem>): Person['cedula'] {
  const { name, taxId, countryOfConstitution } = company;
  return { ...rest, company: { name, taxId, countryOfConstitution }, signed };
}
