import * as z from 'zod/mini';
import { listQuery, uuid } from '#shared/api/fields';
import { personRoles } from '#shared/domain/owners/person';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'listAssociatedPersons',
  params: z.object({ userId: uuid }),
  query: listQuery({ role: z.optional(z.enum(personRoles)) }),
  status: 200,
  response: 'AssociatedPersonPage',
  errors: ['INVALID_USER_INPUT_ERROR', 'UNPROCESSABLE_ENTITY'],
});
