import * as z from 'zod/mini';
import { partialDeposits } from './domain/deposit-terms';

/** Deposit terms, as agreements and transactions store them. */
export const storedDepositTerms = z.object({
  toleranceBps: z.optional(z.number()),
  partial: z.optional(z.enum(partialDeposits)),
});
