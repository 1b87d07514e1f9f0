import * as z from 'zod/mini';
import { userPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { kycDecisions } from '#shared/users/domain/user';

export const contract = defineContract({
  id: 'decideVerification',
  stages: 'sandbox',
  params: userPath,
  body: z.object({ result: z.enum(kycDecisions) }),
  idempotent: true,
  response: 'User',
  errors: ['CONFLICT'],
});
