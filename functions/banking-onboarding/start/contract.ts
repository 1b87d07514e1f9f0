import * as z from 'zod/mini';
import { userPath } from '#shared/api/fields';
import { onboardingCountry } from '#shared/bank-accounts/virtual-accounts/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'startBankingOnboarding',
  params: userPath,
  query: z.object({ country: z.optional(onboardingCountry) }),
  body: z.object({ country: z.optional(onboardingCountry) }),
  bodyOptional: true,
  idempotent: true,
  status: 201,
  response: 'StartedOnboarding',
  errors: ['BAD_REQUEST', 'CONFLICT'],
});
