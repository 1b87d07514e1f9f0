import * as z from 'zod/mini';
import { premiumSpread } from '#shared/api/fields';
import { amount, tokenAmount } from '#shared/api/number-fields';
import { defineContract } from '#shared/contract/define-contract';
import { quoteErrors, quoteFields } from '#shared/quotes/fields';
import { settlementDays } from '#shared/quotes/order-fields';

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
