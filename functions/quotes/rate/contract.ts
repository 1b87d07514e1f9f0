import * as z from 'zod/mini';
import { amountText, premiumText, tokenAmountText } from '#shared/api/number-fields';
import { defineContract } from '#shared/contract/define-contract';
import { quoteErrors, quoteFields } from '#shared/quotes/fields';
import { settlementDaysText } from '#shared/quotes/order-fields';

export const contract = defineContract({
  id: 'getRate',
  query: z.object({
    ...quoteFields,
    fiatAmount: z.optional(amountText),
    cryptoAmount: z.optional(tokenAmountText),
    premiumSpread: z.optional(premiumText),
    forwardingDays: z.optional(settlementDaysText),
  }),
  response: 'RampRate',
  errors: quoteErrors,
});
