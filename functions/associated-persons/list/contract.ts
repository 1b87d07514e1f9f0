import * as z from 'zod/mini';
import { listQuery, userPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { associatedPersonRoles } from '#shared/signatures/domain/associated-person';

export const contract = defineContract({
  id: 'listAssociatedPersons',
  params: userPath,
  query: listQuery({ role: z.optional(z.enum(associatedPersonRoles)) }),
  response: 'AssociatedPersonPage',
  errors: ['UNPROCESSABLE_ENTITY'],
});
