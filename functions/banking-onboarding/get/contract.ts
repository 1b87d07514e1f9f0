import * as z from 'zod/mini';
import { userPath } from '#shared/api/fields';
import { onboardingCountry } from '#shared/bank-accounts/virtual-accounts/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'getBankingOnboarding',
  params: userPath,
  query: z.object({ country: z.optional(onboardingCountry) }),
  response: 'BankingOnboarding',
  errors: ['BAD_REQUEST'],
});
