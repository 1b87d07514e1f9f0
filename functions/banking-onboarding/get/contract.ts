import * as z from 'zod/mini';
import { uuid } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getBankingOnboarding',
  params: z.object({ userId: uuid }),
  query: z.object({ country: z.optional(z.string()) }),
  status: 200,
  response: 'BankingOnboarding',
  errors: ['INVALID_USER_INPUT_ERROR', 'BAD_REQUEST'],
});
