import * as z from 'zod/mini';
import { id, timestamp } from '#shared/api/response-schemas/common';
import { forwardingFields, warning } from '#shared/transactions/response-fields';
import { blockchains } from '#shared/values/chains/blockchain';
import { fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';

const terms = {
  transactionType: z.enum(['ON_RAMP', 'OFF_RAMP', 'CROSS_RAMP']),
  fiatAmount: z.number(),
  fiatCurrency: z.enum(fiatCurrencies),
  cryptoAmount: z.number(),
  blockchainSymbol: z.enum(blockchains),
  tokenSymbol: z.enum(tokenSymbols),
  rate: z.number(),
  premiumSpread: z.number(),
  spread: z.number(),
  flow: z.enum(['REGULAR', 'OTC']),
  ...forwardingFields,
  warnings: z.array(warning),
};

export const RampRate = z.strictObject(terms);

const quote = { quoteId: id, ...terms, expiresAt: timestamp };

export const RampQuote = z.strictObject(quote);

export const RampQuoteDetail = z.strictObject({ ...quote, usedBy: z.nullable(id) });

export const Warning = warning;
