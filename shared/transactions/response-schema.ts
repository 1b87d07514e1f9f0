import * as z from 'zod/mini';
import { id, listOf, pageSchema, shownText, timestamp, wholeNumber } from '#shared/api/response-fields';
import { purposes, relationships, sourcesOfFunds } from '#shared/corridors/domain/compliance-fields';
import { listRails } from '#shared/corridors/domain/payout-zones';
import { Fees, RampRate, Warning } from '#shared/quotes/response-schema';
import { blockchains, currencies, fiatCurrencies, tokenSymbols } from '#shared/values/money/currency';
import { transactionKinds } from '#shared/values/transaction-kinds';
import { cancellationReasons } from './domain/cancellation-reason';
import { holdReasons } from './domain/hold';
import { proofStatuses, railTypes } from './domain/rails/rail';
import { crossRampStatuses, offRampStatuses, onRampStatuses, transactionStatuses } from './domain/status-facts';

const currency = z.enum(fiatCurrencies);

/** The bank account that receives the payout. */
export const TargetBankAccount = z.strictObject({
  country: shownText,
  accountIdentifier: shownText,
  bankName: shownText,
  isVerified: z.boolean(),
});

/** The bank account that a user pays the deposit into. */
export const SourceBankAccount = z.strictObject({
  ...TargetBankAccount.shape,
  beneficiary: z.optional(shownText),
  message: shownText,
});

/** Keys and values that the partner attached to a transaction. */
export const Metadata = z.catchall(z.object({}), shownText);

const annotations = { externalId: z.nullable(shownText), metadata: Metadata };

/**
 * Response fields of all kinds of transactions. A field may have no value or belong to another kind. Then a nullable field is
 * null, and an optional field is absent.
 */
const origin = {
  quoteId: z.nullable(id),
  reference: z.nullable(shownText),
  ...annotations,
  targetRail: z.nullable(z.enum(['LOCAL', 'SWIFT'])),
  transactionHash: z.nullable(shownText),
  warnings: listOf(Warning),
  paymentUrl: z.nullable(shownText),
  purpose: z.optional(z.enum(purposes)),
  sourceOfFunds: z.optional(z.enum(sourcesOfFunds)),
  relationship: z.optional(z.enum(relationships)),
  travelRuleReceived: z.optional(z.boolean()),
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
  destinationWalletAddress: shownText,
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

export const PayoutReturn = z.strictObject({ amount: z.number(), currency, reason: shownText, at: timestamp });

export const RailProof = z.strictObject({
  status: z.enum(proofStatuses),
  url: z.nullable(z.url().check(z.maxLength(1000))),
});

export const RailReference = z.strictObject({
  type: z.enum(railTypes),
  reference: shownText,
  at: timestamp,
  proof: z.optional(RailProof),
  url: z.optional(shownText),
});
export const Rails = z.strictObject({ deposit: z.nullable(RailReference), payout: z.nullable(RailReference) });

export const Hold = z.strictObject({
  reason: z.enum(holdReasons),
  since: timestamp,
  actor: z.enum(['PARTNER', 'PLATFORM']),
  requestedInformation: listOf(z.strictObject({ field: shownText, description: shownText })),
  deadline: z.nullable(timestamp),
});

export const SurplusDeposit = z.strictObject({
  amount: z.number(),
  currency: z.enum([...fiatCurrencies, ...tokenSymbols]),
  at: timestamp,
  usedAt: z.optional(timestamp),
});

/** Fields that listings and look-ups return in addition to the fields of a creation response. */
const common = {
  version: wholeNumber,
  executedAt: z.nullable(timestamp),
  completedAt: z.nullable(timestamp),
  updatedAt: timestamp,
  cancellationReason: z.nullable(z.enum(cancellationReasons)),
  cancellationMessage: z.nullable(shownText),
  invoice: z.strictObject({ transactionHash: z.nullable(shownText), paymentUrl: z.nullable(shownText) }),
  rails: Rails,
  hold: z.nullable(Hold),
  payoutReturn: z.optional(PayoutReturn),
  surplusDeposits: listOf(SurplusDeposit),
  depositReceived: z.optional(z.number()),
  depositOutstanding: z.optional(z.number()),
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

/** Sender or recipient of a payment. A field is null if it does not apply to the party or is unknown. */
const Party = z.strictObject({
  name: shownText,
  account: z.nullable(shownText),
  bankName: z.nullable(shownText),
  country: z.nullable(shownText),
  blockchain: z.nullable(z.enum(blockchains)),
});

const receiptOrigin = {
  environment: z.enum(['sandbox', 'production']),
  receiptId: id,
  transactionId: id,
  type: z.enum(transactionKinds),
  ...annotations,
  issuedAt: timestamp,
};
const parties = { sender: Party, recipient: Party };
const disclosures = listOf(z.strictObject({ code: shownText, text: shownText }));

const ReceiptRail = z.strictObject({
  type: z.enum([...listRails(), 'CHAIN']),
  reference: z.nullable(shownText),
  at: timestamp,
});

/** Receipts are stored as text, so a change of this schema affects only receipts issued after the change. */
export const Receipt = z.strictObject({
  ...receiptOrigin,
  completedAt: timestamp,
  ...parties,
  sourceAmount: z.number(),
  sourceCurrency: z.enum(currencies),
  targetAmount: z.number(),
  targetCurrency: z.enum(currencies),
  fees: listOf(z.strictObject({ type: z.enum(['FIXED']), amount: z.number(), currency })),
  rate: z.number(),
  rails: z.strictObject({ deposit: z.nullable(ReceiptRail), payout: z.nullable(ReceiptRail) }),
  disclosures,
});

export const ReturnReceipt = z.strictObject({
  ...receiptOrigin,
  originalReceiptId: id,
  returnedAt: timestamp,
  ...parties,
  amount: z.number(),
  currency,
  reason: shownText,
  disclosures,
});

/** Maximum number of timeline entries or ledger entries in a response. No transaction reaches this number. */
const MAX_STEPS = 10_000;

export const TimelineEntry = z.strictObject({
  from: z.nullable(shownText),
  to: shownText,
  at: timestamp,
  cause: shownText,
});
export const Timeline = pageSchema(TimelineEntry, MAX_STEPS);

export const LedgerLine = z.strictObject({
  account: shownText,
  side: z.enum(['DEBIT', 'CREDIT']),
  amount: shownText,
  currency: shownText,
  at: timestamp,
  cause: shownText,
});
export const Ledger = pageSchema(LedgerLine, MAX_STEPS);

const MockRule = z.strictObject({
  amount: z.number(),
  outcome: shownText,
  reason: z.nullable(shownText),
  description: shownText,
});

export const MockTestingGuide = z.strictObject({
  enabled: z.boolean(),
  environment: z.enum(['sandbox', 'production']),
  onRampRules: listOf(MockRule),
  offRampRules: listOf(MockRule),
  crossRampRules: listOf(MockRule),
});
