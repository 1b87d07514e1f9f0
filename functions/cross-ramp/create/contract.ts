import * as z from 'zod/mini';
import { alpha2, anyId, fiatCurrency, optionalText, premiumSpread, uuid } from '#shared/api/fields';
import { amount } from '#shared/api/number-fields';
import { inlineBankDetails } from '#shared/bank-accounts/fields';
import { targetRails } from '#shared/corridors/domain/regions';
import { invoiceFile } from '#shared/corridors/fields';
import { defineContract } from '#shared/http/contract';

const optional = z.optional(z.string());

export const contract = defineContract({
  id: 'createCrossRamp',
  idempotent: true,
  requiresUserId: true,
  carriesFile: true,
  body: z.object({
    userId: uuid,
    sourceCurrency: z.optional(fiatCurrency),
    targetCurrency: z.optional(fiatCurrency),
    sourceAmount: z.optional(amount),
    targetAmount: z.optional(amount),
    quoteId: optional,
    premiumSpread,
    targetBankAccount: z.optional(inlineBankDetails),
    targetBankAccountId: optional,
    receiverId: z.optional(anyId),
    targetCountry: z.optional(alpha2),
    targetRail: z.optional(z.enum(targetRails)),
    invoiceFile,
    reference: optionalText(140),
  }),
  status: 201,
  response: 'CrossRampTransaction',
  errors: [
    'REQUIRED_USER_ID_ERROR',
    'INVALID_USER_INPUT_ERROR',
    'BAD_REQUEST',
    'QUOTE_EXPIRED',
    'INVALID_FIAT_AMOUNT_ERROR',
    'USER_NOT_VERIFIED_ERROR',
    'USER_BANK_INFO_ACCESS_DENIED',
    'SIGNATURE_REQUIREMENT_NOT_MET',
    'USER_BANK_INFO_NOT_FOUND',
    'RECEIVER_NOT_FOUND',
    'IDEMPOTENCY_KEY_REUSED',
    'CONFLICT',
  ],
});
