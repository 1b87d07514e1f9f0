import * as z from 'zod/mini';
import { targetCountries, targetRails } from '#shared/corridors/domain/regions';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getBankRequirements',
  query: z.object({ country: z.enum(targetCountries), targetRail: z.optional(z.enum(targetRails)) }),
  response: 'BankRequirements',
});
