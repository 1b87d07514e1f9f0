import * as z from 'zod/mini';
import { userPath } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getBankingOnboarding',
  params: userPath,
  query: z.object({ country: z.optional(z.string()) }),
  response: 'BankingOnboarding',
  errors: ['INVALID_USER_INPUT_ERROR', 'BAD_REQUEST'],
});
