import * as z from 'zod/mini';
import { defineContract } from '#shared/contract/define-contract';
import { targetCountries, targetRails } from '#shared/corridors/domain/payout-zones';

export const contract = defineContract({
  id: 'getBankRequirements',
  query: z.object({ country: z.enum(targetCountries), targetRail: z.optional(z.enum(targetRails)) }),
  response: 'BankRequirements',
});
