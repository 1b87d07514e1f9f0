import * as z from 'zod/mini';
import { email, nameText, userPath } from '#shared/api/fields';
import { percent } from '#shared/api/number-fields';
import { defineContract } from '#shared/http/contract';
import { birthDate } from '#shared/identity/person-fields';
import { associatedPersonRoles } from '#shared/signatures/domain/associated-person';

/** All of it stands in the declaration that an owner signs. */
const short = nameText(200);

export const contract = defineContract({
  id: 'createAssociatedPerson',
  params: userPath,
  body: z.object({
    role: z.enum(associatedPersonRoles),
    firstName: short,
    lastName: short,
    email: z.optional(email),
    dateOfBirth: z.optional(birthDate),
    nationality: z.optional(short),
    taxId: z.optional(short),
    ownershipPercent: z.optional(percent),
  }),
  idempotent: true,
  status: 201,
  response: 'AssociatedPerson',
  errors: ['BAD_REQUEST', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
});
