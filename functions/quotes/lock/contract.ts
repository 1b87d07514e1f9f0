import * as z from 'zod/mini';
import { premiumSpread } from '#shared/api/fields';
import { amount, settlementDays, tokenAmount } from '#shared/api/number-fields';
import { defineContract } from '#shared/http/contract';
import { quoteErrors, quoteFields } from '#shared/quotes/fields';

export const contract = defineContract({
  id: 'createQuote',
  body: z.object({
    ...quoteFields,
    fiatAmount: z.optional(amount),
    cryptoAmount: z.optional(tokenAmount),
    premiumSpread,
    forwardingDays: z.optional(settlementDays),
  }),
  idempotent: true,
  status: 201,
  response: 'RampQuote',
  errors: quoteErrors,
});
