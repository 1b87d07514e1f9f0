import * as z from 'zod/mini';
import { id, pageSchema, timestamp } from '#shared/api/response-schemas/common';
import { Fees, RampRate, Warning } from '#shared/quotes/response-schema';
import { fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import { cancellationReasons } from './domain/cancellation-reason';
import { crossRampStatuses, offRampStatuses, onRampStatuses, transactionStatuses } from './domain/status-facts';

const currency = z.enum(fiatCurrencies);

/** The account that is paid. */
export const TargetBankAccount = z.strictObject({
  country: z.string(),
  accountIdentifier: z.string(),
  bankName: z.string(),
  isVerified: z.boolean(),
});

/** The account a user pays into. */
export const SourceBankAccount = z.strictObject({ ...TargetBankAccount.shape, message: z.string() });

/** What every transaction shows of where it comes from; null where its kind has no such thing. */
const origin = {
  quoteId: z.nullable(id),
  reference: z.nullable(z.string()),
  targetRail: z.nullable(z.enum(['LOCAL', 'SWIFT'])),
  transactionHash: z.nullable(z.string()),
  warnings: z.array(Warning),
};

export const CrossRampTransaction = z.strictObject({
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
  ...origin,
  createdAt: timestamp,
});

const { tokenSymbol, blockchainSymbol, flow } = RampRate.shape;
const { forwardingDays, effectiveForwardingDays, forwardingSettlementDate, forwardingAdjustments } = RampRate.shape;

const rampFields = {
  id,
  userId: id,
  cryptoAmount: z.number(),
  fiatAmount: z.number(),
  crossFiatAmount: z.number(),
  exchangeRate: z.number(),
  tokenSymbol,
  blockchainSymbol,
  fiatCurrency: currency,
  premiumSpread: z.number(),
  flow,
  forwardingDays,
  effectiveForwardingDays,
  forwardingSettlementDate,
  forwardingAdjustments,
  ...origin,
  createdAt: timestamp,
  completedAt: z.nullable(timestamp),
  destinationWalletAddress: z.string(),
};

export const OnRampTransaction = z.strictObject({
  ...rampFields,
  status: z.enum(onRampStatuses),
  bankAccount: SourceBankAccount,
});
export const OffRampTransaction = z.strictObject({
  ...rampFields,
  status: z.enum(offRampStatuses),
  bankAccount: TargetBankAccount,
});

export const ExecutedOffRamp = z.strictObject({ id, status: z.enum(transactionStatuses) });
export const CancelledTransaction = z.strictObject({ id, userId: id, status: z.enum(transactionStatuses) });

export const PayoutReturn = z.strictObject({ amount: z.number(), currency, reason: z.string(), at: timestamp });

/** What listings and look-ups add. */
const common = {
  version: z.int(),
  executedAt: z.nullable(timestamp),
  completedAt: z.nullable(timestamp),
  updatedAt: timestamp,
  cancellationReason: z.nullable(z.enum(cancellationReasons)),
  cancellationMessage: z.nullable(z.string()),
  invoice: z.strictObject({ transactionHash: z.nullable(z.string()), paymentUrl: z.nullable(z.string()) }),
  payoutReturn: z.optional(PayoutReturn),
  surplusDeposits: z.array(
    z.strictObject({ amount: z.number(), currency: z.enum([...fiatCurrencies, ...tokenSymbols]), at: timestamp }),
  ),
};

export const OnRampItem = z.strictObject({ ...OnRampTransaction.shape, ...common, type: z.literal('ON_RAMP') });
export const OffRampItem = z.strictObject({ ...OffRampTransaction.shape, ...common, type: z.literal('OFF_RAMP') });
export const CrossRampItem = z.strictObject({
  ...CrossRampTransaction.shape,
  ...common,
  type: z.literal('CROSS_RAMP'),
});

export const TransactionItem = z.discriminatedUnion('type', [OnRampItem, OffRampItem, CrossRampItem]);
export const TransactionPage = pageSchema(TransactionItem);

export const TimelineEntry = z.strictObject({
  from: z.nullable(z.string()),
  to: z.string(),
  at: timestamp,
  cause: z.string(),
});
export const Timeline = pageSchema(TimelineEntry);

export const LedgerLine = z.strictObject({
  account: z.string(),
  side: z.enum(['DEBIT', 'CREDIT']),
  amount: z.string(),
  currency: z.string(),
  at: timestamp,
  cause: z.string(),
});
export const Ledger = pageSchema(LedgerLine);

const MockRule = z.strictObject({
  amount: z.number(),
  outcome: z.string(),
  reason: z.nullable(z.string()),
  description: z.string(),
});

export const MockTestingGuide = z.strictObject({
  enabled: z.boolean(),
  environment: z.enum(['sandbox', 'production']),
  onRampRules: z.array(MockRule),
  offRampRules: z.array(MockRule),
  crossRampRules: z.array(MockRule),
});
