import * as z from 'zod/mini';
import { listOf, shownText } from '#shared/api/response-schemas/common';
import { onboardingStatuses } from '#shared/bank-accounts/domain/onboarding';
import { BankAccountRecord } from '#shared/bank-accounts/response-schema';
import { VIRTUAL_ACCOUNT_COUNTRY } from '#shared/corridors/domain/regions';

export const BankingOnboarding = z.strictObject({
  country: z.literal(VIRTUAL_ACCOUNT_COUNTRY),
  canRequest: z.boolean(),
  status: z.enum(onboardingStatuses),
  outstandingRequirements: listOf(shownText),
  kybUrl: z.nullable(shownText),
  virtualAccount: z.nullable(BankAccountRecord),
});

export const StartedOnboarding = z.strictObject({
  outcome: z.enum(['SUBMITTED', 'ALREADY_IN_PROGRESS', 'ALREADY_COMPLETED', 'REQUIREMENTS_MISSING']),
  kybUrl: z.optional(shownText),
});
