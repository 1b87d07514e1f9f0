import * as z from 'zod/mini';
import { email, userPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { birthDate } from '#shared/identity/person-fields';
import { percent, personText } from '#shared/signatures/associated-persons/fields';
import { associatedPersonRoles } from '#shared/signatures/domain/associated-person';

export const contract = defineContract({
  id: 'createAssociatedPerson',
  params: userPath,
  body: z.object({
    role: z.enum(associatedPersonRoles),
    firstName: personText,
    lastName: personText,
    email: z.optional(email),
    dateOfBirth: z.optional(birthDate),
    nationality: z.optional(personText),
    taxId: z.optional(personText),
    ownershipPercent: z.optional(percent),
  }),
  idempotent: true,
  status: 201,
  response: 'AssociatedPerson',
  errors: ['BAD_REQUEST', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
});
