import * as z from 'zod/mini';
import { forwardingDaysText, numberText } from '#shared/api/fields';
import { quoteErrors, quoteFields } from '#shared/api/quote-fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getRate',
  query: z.object({
    ...quoteFields,
    fiatAmount: z.optional(numberText),
    cryptoAmount: z.optional(numberText),
    premiumSpread: z.optional(numberText),
    forwardingDays: z.optional(forwardingDaysText),
  }),
  status: 200,
  response: 'RampRate',
  errors: quoteErrors,
});
