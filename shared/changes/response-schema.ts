import * as z from 'zod/mini';
import { id, listOf, shownText, timestamp, wholeNumber } from '#shared/api/response-fields';
import { BankAccountRecord } from '#shared/bank-accounts/response-schema';
import { Kyc } from '#shared/identity/response-schema';
import { CrossRampQuoteDetail, RampQuoteDetail } from '#shared/quotes/response-schema';
import { SignatureEntry } from '#shared/signatures/response-schema';
import { TransactionItem } from '#shared/transactions/response-schema';
import { User } from '#shared/users/response-schema';
import { WebhookNotification } from '#shared/webhooks/response-schema';
import type { ChangeType } from './change-type';

export const ChangedSignature = z.strictObject({
  userId: id,
  ...SignatureEntry.shape,
  removedAt: z.optional(timestamp),
});
export const ChangedBankAccount = z.strictObject({ ...BankAccountRecord.shape, deletedAt: z.optional(timestamp) });
export const UsedRampQuote = z.strictObject({ ...RampQuoteDetail.shape, transactionId: id });
export const UsedCrossRampQuote = z.strictObject({ ...CrossRampQuoteDetail.shape, transactionId: id });

/** Placeholder for an earlier version of a resource, if it contained personal data of an erased person. */
export const ErasedResource = z.strictObject({ state: z.literal('ERASED') });

/** Schema of a change of one resource type. The union is inline: Python client generators create wrong types for named unions. */
function changeOf<const Type extends ChangeType, const Forms extends readonly z.ZodMiniType[]>(
  type: Type,
  ...forms: Forms
) {
  const resource = z.union([...forms, ErasedResource]);
  return z.strictObject({ type: z.literal(type), id, version: wholeNumber, at: timestamp, resource });
}

export const UserChange = changeOf('USER', User);
export const KycChange = changeOf('KYC', Kyc);
export const SignatureChange = changeOf('SIGNATURE', ChangedSignature);
export const BankAccountChange = changeOf('BANK_ACCOUNT', ChangedBankAccount);
export const QuoteChange = changeOf('QUOTE', UsedRampQuote, UsedCrossRampQuote);
export const TransactionChange = changeOf('TRANSACTION', ...TransactionItem.def.options);
export const NotificationChange = changeOf('NOTIFICATION', WebhookNotification);

/** A version of a resource, by resource type. */
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
