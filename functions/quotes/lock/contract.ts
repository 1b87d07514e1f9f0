import * as z from 'zod/mini';
import { forwardingDays, number, premiumSpread } from '#shared/api/fields';
import { quoteErrors, quoteFields } from '#shared/api/quote-fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'createQuote',
  body: z.object({
    ...quoteFields,
    fiatAmount: z.optional(number),
    cryptoAmount: z.optional(number),
    premiumSpread,
    forwardingDays: z.optional(forwardingDays),
  }),
  status: 201,
  response: 'RampQuote',
  errors: quoteErrors,
});
