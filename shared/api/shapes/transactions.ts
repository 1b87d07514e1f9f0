import * as z from 'zod/mini';
import { pageOf, timestamp } from '#shared/api/shapes/common';
import { crossRampFields, PayoutReturn } from '#shared/api/shapes/cross-ramp';

export const TransactionItem = z.strictObject({
  ...crossRampFields,
  type: z.literal('CROSS_RAMP'),
  version: z.int(),
  executedAt: z.nullable(timestamp),
  completedAt: z.nullable(timestamp),
  updatedAt: timestamp,
  cancellationReason: z.nullable(z.string()),
  invoice: z.strictObject({ transactionHash: z.nullable(z.string()), paymentUrl: z.nullable(z.string()) }),
  payoutReturn: z.optional(PayoutReturn),
});

export const TransactionPage = pageOf(TransactionItem);

export const TimelineEntry = z.strictObject({
  from: z.nullable(z.string()),
  to: z.string(),
  at: timestamp,
  cause: z.string(),
});

export const Timeline = z.strictObject({
  count: z.int(),
  total: z.int(),
  data: z.array(TimelineEntry),
  nextCursor: z.optional(z.string()),
});

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
