import * as z from 'zod/mini';
import { id, listOf, shownText, timestamp, wholeNumber } from '#shared/api/response-schemas/common';
import { BankAccountRecord } from '#shared/bank-accounts/response-schema';
import { Kyc } from '#shared/identity/response-schema';
import { CrossRampQuoteDetail, RampQuoteDetail } from '#shared/quotes/response-schema';
import { SignatureEntry } from '#shared/signatures/response-schema';
import { TransactionItem } from '#shared/transactions/response-schema';
import { User } from '#shared/users/response-schema';
import { WebhookNotification } from '#shared/webhooks/response-schema';

const version = { id, version: wholeNumber, at: timestamp };

export const ChangedSignature = z.strictObject({
  userId: id,
  ...SignatureEntry.shape,
  removedAt: z.optional(timestamp),
});
export const ChangedBankAccount = z.strictObject({ ...BankAccountRecord.shape, deletedAt: z.optional(timestamp) });
export const UsedRampQuote = z.strictObject({ ...RampQuoteDetail.shape, transactionId: id });
export const UsedCrossRampQuote = z.strictObject({ ...CrossRampQuoteDetail.shape, transactionId: id });

/** Rest of an earlier version about a person who was erased. */
export const ErasedResource = z.strictObject({ state: z.literal('ERASED') });

export const UserChange = z.strictObject({
  type: z.literal('USER'),
  ...version,
  resource: z.union([User, ErasedResource]),
});
export const KycChange = z.strictObject({
  type: z.literal('KYC'),
  ...version,
  resource: z.union([Kyc, ErasedResource]),
});
export const SignatureChange = z.strictObject({
  type: z.literal('SIGNATURE'),
  ...version,
  resource: z.union([ChangedSignature, ErasedResource]),
});
export const BankAccountChange = z.strictObject({
  type: z.literal('BANK_ACCOUNT'),
  ...version,
  resource: z.union([ChangedBankAccount, ErasedResource]),
});
export const QuoteChange = z.strictObject({
  type: z.literal('QUOTE'),
  ...version,
  resource: z.union([UsedRampQuote, UsedCrossRampQuote, ErasedResource]),
});
export const TransactionChange = z.strictObject({
  type: z.literal('TRANSACTION'),
  ...version,
  // Not in one another: the types of a union in a union are wrong in clients made for Python.
  resource: z.union([...TransactionItem.def.options, ErasedResource]),
});
export const NotificationChange = z.strictObject({
  type: z.literal('NOTIFICATION'),
  ...version,
  resource: z.union([WebhookNotification, ErasedResource]),
});

/** One version of one resource. */
export const Change = z.discriminatedUnion('type', [
  UserChange,
  KycChange,
  SignatureChange,
  BankAccountChange,
  QuoteChange,
  TransactionChange,
  NotificationChange,
]);

export const ChangePage = z.strictObject({ data: listOf(Change, 100), nextCursor: shownText });
