/** Fields of requests that read or lock a rate between a fiat currency and a token. */

import * as z from 'zod/mini';
import { blockchain, fiatCurrency, tokenSymbol } from '#shared/api/fields';
import { listQuoteCountries, listRails } from '#shared/corridors/domain/payout-zones';
import { transactionKinds } from '#shared/values/transaction-kinds';

export const quoteFields = {
  transactionType: z.enum(transactionKinds),
  fiatCurrency,
  tokenSymbol,
  blockchainSymbol: blockchain,
  country: z.optional(z.enum(listQuoteCountries())),
  rail: z.optional(z.enum(listRails())),
};

/** Error codes of the endpoints that read or lock a rate. */
export const quoteErrors = [
  'BAD_REQUEST',
  'INVALID_FIAT_AMOUNT_ERROR',
  'INVALID_TOKEN_OPERATION_ERROR',
  'INVALID_TOKEN_AMOUNT_ERROR',
  'INTERNAL_SERVER_ERROR',
] as const;
