import * as z from 'zod/mini';
import { targetCountries } from '#shared/corridors/domain/countries';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getBankRequirements',
  query: z.object({
    country: z.enum(targetCountries),
    targetRail: z.optional(z.enum(['LOCAL', 'SWIFT'])),
  }),
  status: 200,
  response: 'BankRequirements',
  errors: ['INVALID_USER_INPUT_ERROR'],
});
