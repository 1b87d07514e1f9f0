import * as z from 'zod/mini';
import { uuid } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getKyb',
  params: z.object({ userId: uuid }),
  status: 200,
  response: 'Kyb',
  errors: ['INVALID_USER_INPUT_ERROR', 'INVALID_VERIFICATION_TYPE_FOR_USER'],
});
