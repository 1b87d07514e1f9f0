import * as z from 'zod/mini';
import { fiatCurrency, premiumSpread } from '#shared/api/fields';
import { amount } from '#shared/api/number-fields';
import { defineContract } from '#shared/contract/define-contract';
import { targetCountries, targetRails } from '#shared/corridors/domain/payout-zones';

export const contract = defineContract({
  id: 'createCrossRampQuote',
  body: z.object({
    sourceCurrency: fiatCurrency,
    targetCurrency: fiatCurrency,
    sourceAmount: z.optional(amount),
    targetAmount: z.optional(amount),
    premiumSpread,
    targetCountry: z.optional(z.enum(targetCountries)),
    targetRail: z.optional(z.enum(targetRails)),
  }),
  idempotent: true,
  status: 201,
  response: 'CrossRampQuote',
  errors: ['BAD_REQUEST', 'INVALID_FIAT_AMOUNT_ERROR', 'INTERNAL_SERVER_ERROR'],
});
