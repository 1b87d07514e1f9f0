import * as z from 'zod/mini';
import { uuid } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getUser',
  params: z.object({ userId: uuid }),
  status: 200,
  response: 'User',
  errors: ['INVALID_USER_INPUT_ERROR'],
});
