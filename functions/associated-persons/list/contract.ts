import * as z from 'zod/mini';
import { listQuery, uuid } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';
import { associatedPersonRoles } from '#shared/signatures/domain/associated-person';

export const contract = defineContract({
  id: 'listAssociatedPersons',
  params: z.object({ userId: uuid }),
  query: listQuery({ role: z.optional(z.enum(associatedPersonRoles)) }),
  status: 200,
  response: 'AssociatedPersonPage',
  errors: ['INVALID_USER_INPUT_ERROR', 'UNPROCESSABLE_ENTITY'],
});
