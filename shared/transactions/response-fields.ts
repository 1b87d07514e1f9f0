/** Groups of fields that several transaction shapes share. */
import * as z from 'zod/mini';
import { id, timestamp } from '#shared/api/response-schemas/common';
import { warningCodes } from '#shared/quotes/domain/warning';
import { blockchains } from '#shared/values/chains/blockchain';
import { fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import { crossRampStatuses, offRampStatuses, onRampStatuses } from './domain/status-facts';

const currency = z.enum(fiatCurrencies);

const account = {
  country: z.string(),
  accountIdentifier: z.string(),
  bankName: z.string(),
  isVerified: z.boolean(),
};

/** The account a user pays into. */
export const depositAccount = z.strictObject({ ...account, message: z.string() });

/** The account that is paid. */
export const payoutAccount = z.strictObject(account);

export const fees = z.strictObject({ fixedFee: z.number(), feeCurrency: currency });

export const forwardingFields = {
  forwardingDays: z.int(),
  effectiveForwardingDays: z.int(),
  forwardingSettlementDate: timestamp,
  forwardingAdjustments: z.array(z.strictObject({ date: z.string(), reason: z.string() })),
};

/** Something that was taken although production would refuse it. */
export const warning = z.strictObject({
  field: z.string(),
  code: z.enum(warningCodes),
  message: z.string(),
});

/** What every transaction shows of where it comes from; null where its kind has no such thing. */
const origin = {
  quoteId: z.nullable(id),
  reference: z.nullable(z.string()),
  targetRail: z.nullable(z.enum(['LOCAL', 'SWIFT'])),
  transactionHash: z.nullable(z.string()),
  warnings: z.array(warning),
};

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
  fees,
  sourceBankAccount: depositAccount,
  targetBankAccount: payoutAccount,
  ...origin,
  createdAt: timestamp,
};

const rampFields = {
  id,
  userId: id,
  cryptoAmount: z.number(),
  fiatAmount: z.number(),
  crossFiatAmount: z.number(),
  exchangeRate: z.number(),
  tokenSymbol: z.enum(tokenSymbols),
  blockchainSymbol: z.enum(blockchains),
  fiatCurrency: currency,
  premiumSpread: z.number(),
  flow: z.enum(['REGULAR', 'OTC']),
  ...forwardingFields,
  ...origin,
  createdAt: timestamp,
  completedAt: z.nullable(timestamp),
  destinationWalletAddress: z.string(),
};

/** Fields of an on-ramp, in creation answers and listings alike. */
export const onRampFields = { ...rampFields, status: z.enum(onRampStatuses), bankAccount: depositAccount };

/** Fields of an off-ramp, in creation answers and listings alike. */
export const offRampFields = { ...rampFields, status: z.enum(offRampStatuses), bankAccount: payoutAccount };
