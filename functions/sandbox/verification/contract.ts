import * as z from 'zod/mini';
import { uuid } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';
import { kycDecisions } from '#shared/users/domain/user';

export const contract = defineContract({
  id: 'decideVerification',
  params: z.object({ userId: uuid }),
  body: z.object({ result: z.enum(kycDecisions) }),
  idempotent: true,
  status: 200,
  response: 'User',
  errors: ['INVALID_USER_INPUT_ERROR', 'CONFLICT'],
});
