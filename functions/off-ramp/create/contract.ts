import * as z from 'zod/mini';
import { anyId, rampOrder, uuid } from '#shared/api/fields';
import { bankDetailFields } from '#shared/bank-accounts/fields';
import { targetCountries } from '#shared/corridors/domain/regions';
import { invoiceFile } from '#shared/corridors/fields';
import { defineContract } from '#shared/http/contract';

const optional = z.optional(z.string());

export const contract = defineContract({
  id: 'createOffRamp',
  idempotent: true,
  requiresUserId: true,
  carriesFile: true,
  body: z.object({
    userId: uuid,
    userBankInformation: z.optional(z.object({ country: z.optional(z.enum(targetCountries)), ...bankDetailFields })),
    userBankInformationId: optional,
    receiverId: z.optional(anyId),
    invoiceFile,
    ...rampOrder,
  }),
  status: 201,
  response: 'OffRampTransaction',
  errors: [
    'REQUIRED_USER_ID_ERROR',
    'INVALID_USER_INPUT_ERROR',
    'BAD_REQUEST',
    'QUOTE_EXPIRED',
    'INVALID_TOKEN_OPERATION_ERROR',
    'INVALID_FIAT_AMOUNT_ERROR',
    'INVALID_TOKEN_AMOUNT_ERROR',
    'USER_NOT_VERIFIED_ERROR',
    'USER_BANK_INFO_ACCESS_DENIED',
    'USER_BANK_INFO_NOT_FOUND',
    'RECEIVER_NOT_FOUND',
    'IDEMPOTENCY_KEY_REUSED',
    'CONFLICT',
  ],
});
