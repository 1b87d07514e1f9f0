import * as z from 'zod/mini';
import { anyId, uuid } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'deleteAssociatedPerson',
  params: z.object({ userId: uuid, personId: anyId }),
  status: 200,
  response: 'Deleted',
  errors: ['INVALID_USER_INPUT_ERROR', 'NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
});
