import * as z from 'zod/mini';
import { userPath } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'startBankingOnboarding',
  params: userPath,
  query: z.object({ country: z.optional(z.string()) }),
  body: z.object({ country: z.optional(z.string()) }),
  bodyOptional: true,
  idempotent: true,
  status: 201,
  response: 'StartedOnboarding',
  errors: ['INVALID_USER_INPUT_ERROR', 'BAD_REQUEST', 'CONFLICT'],
});
