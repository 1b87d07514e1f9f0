import * as z from 'zod/mini';
import { id, pageSchema, timestamp } from '#shared/api/response-schemas/common';
import { fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import { PayoutReturn } from './cross-ramp/response-schema';
import { cancellationReasons } from './domain/cancellation-reason';
import { transactionStatuses } from './domain/status-facts';
import { crossRampFields, offRampFields, onRampFields } from './response-fields';

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
    z.strictObject({
      amount: z.number(),
      currency: z.enum([...fiatCurrencies, ...tokenSymbols]),
      at: timestamp,
    }),
  ),
};

export const OnRampItem = z.strictObject({ ...onRampFields, ...common, type: z.literal('ON_RAMP') });
export const OffRampItem = z.strictObject({ ...offRampFields, ...common, type: z.literal('OFF_RAMP') });
export const CrossRampItem = z.strictObject({ ...crossRampFields, ...common, type: z.literal('CROSS_RAMP') });

export const TransactionItem = z.discriminatedUnion('type', [OnRampItem, OffRampItem, CrossRampItem]);

export const TransactionPage = pageSchema(TransactionItem);

export const CancelledTransaction = z.strictObject({ id, userId: id, status: z.enum(transactionStatuses) });

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
