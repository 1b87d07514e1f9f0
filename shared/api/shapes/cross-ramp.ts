import * as z from 'zod/mini';
import { id, timestamp } from '#shared/api/shapes/common';
import { fiatCurrencies } from '#shared/domain/money/currency';
import { crossRampStatuses } from '#shared/domain/transactions/transition-table';

const currency = z.enum(fiatCurrencies);

export const Fees = z.strictObject({ fixedFee: z.number(), feeCurrency: currency });

const price = {
  fees: Fees,
  sourceAmount: z.number(),
  targetAmount: z.number(),
  sourceCurrency: currency,
  targetCurrency: currency,
  rate: z.number(),
  premiumSpread: z.number(),
  spread: z.number(),
  flow: z.literal('OTC'),
};

export const CrossRampRate = z.strictObject(price);

export const CrossRampQuote = z.strictObject({ quoteId: id, ...price, expiresAt: timestamp });

export const TargetBankAccount = z.strictObject({
  country: z.string(),
  accountIdentifier: z.string(),
  bankName: z.string(),
  isVerified: z.boolean(),
});

export const SourceBankAccount = z.strictObject({
  country: z.string(),
  accountIdentifier: z.string(),
  bankName: z.string(),
  isVerified: z.boolean(),
  message: z.string(),
});

export const PayoutReturn = z.strictObject({
  amount: z.number(),
  currency,
  reason: z.string(),
  at: timestamp,
});

/** Fields of a cross-ramp, in creation answers and listings alike. */
export const crossRampFields = {
  id,
  userId: id,
  status: z.enum(crossRampStatuses),
  sourceCurrency: currency,
  targetCurrency: currency,
  sourceAmount: z.number(),
  targetAmount: z.number(),
  exchangeRate: z.number(),
  premiumSpread: z.number(),
  fees: Fees,
  sourceBankAccount: SourceBankAccount,
  targetBankAccount: TargetBankAccount,
  createdAt: timestamp,
};

export const CrossRampTransaction = z.strictObject(crossRampFields);
