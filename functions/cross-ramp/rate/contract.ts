import * as z from 'zod/mini';
import { fiatCurrency } from '#shared/api/fields';
import { amountText, premiumText } from '#shared/api/number-fields';
import { defineContract } from '#shared/contract/define-contract';
import { targetCountries, targetRails } from '#shared/corridors/domain/payout-zones';

export const contract = defineContract({
  id: 'getCrossRampRate',
  query: z.object({
    sourceCurrency: fiatCurrency,
    targetCurrency: fiatCurrency,
    sourceAmount: z.optional(amountText),
    targetAmount: z.optional(amountText),
    premiumSpread: z.optional(premiumText),
    targetCountry: z.optional(z.enum(targetCountries)),
    targetRail: z.optional(z.enum(targetRails)),
  }),
  response: 'CrossRampRate',
  errors: ['BAD_REQUEST', 'INVALID_FIAT_AMOUNT_ERROR', 'INTERNAL_SERVER_ERROR'],
});
