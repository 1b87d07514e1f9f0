import * as z from 'zod/mini';
import { id, timestamp } from '#shared/api/response-schemas/common';
import { crossRampFields, depositAccount, fees, payoutAccount, warning } from '#shared/transactions/response-fields';
import { fiatCurrencies } from '#shared/values/money/currency';

const currency = z.enum(fiatCurrencies);

export const Fees = fees;

export const SourceBankAccount = depositAccount;

export const TargetBankAccount = payoutAccount;

const price = {
  fees,
  sourceAmount: z.number(),
  targetAmount: z.number(),
  sourceCurrency: currency,
  targetCurrency: currency,
  rate: z.number(),
  premiumSpread: z.number(),
  spread: z.number(),
  flow: z.literal('OTC'),
  warnings: z.array(warning),
};

export const CrossRampRate = z.strictObject(price);

const quote = { quoteId: id, ...price, expiresAt: timestamp };

export const CrossRampQuote = z.strictObject(quote);

export const CrossRampQuoteDetail = z.strictObject({ ...quote, usedBy: z.nullable(id) });

export const PayoutReturn = z.strictObject({
  amount: z.number(),
  currency,
  reason: z.string(),
  at: timestamp,
});

export const CrossRampTransaction = z.strictObject(crossRampFields);
