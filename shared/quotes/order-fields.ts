/** Request fields of an exchange between a fiat currency and a token. */
import * as z from 'zod/mini';
import { anyId, blockchain, fiatCurrency, premiumSpread, tokenSymbol } from '#shared/api/fields';
import { amount, inQuery, tokenAmount } from '#shared/api/number-fields';
import { MAX_FORWARDING_DAYS } from './domain/quote';

/** Requested T+N. */
export const settlementDays = z.int().check(z.minimum(0), z.maximum(MAX_FORWARDING_DAYS));

/** Requested T+N as a query parameter. */
export const settlementDaysText = inQuery(settlementDays);

/** Fields of an on-ramp or off-ramp request that specify the exchange. */
export const rampOrder = {
  quoteId: z.optional(anyId),
  fiatAmount: z.optional(amount),
  cryptoAmount: z.optional(tokenAmount),
  fiatCurrency: z.optional(fiatCurrency),
  blockchainSymbol: z.optional(blockchain),
  tokenSymbol: z.optional(tokenSymbol),
  premiumSpread,
  forwardingDays: z.optional(settlementDays),
};
