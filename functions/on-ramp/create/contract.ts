import * as z from 'zod/mini';
import { rampOrder, uuid } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'createOnRamp',
  idempotent: true,
  requiresUserId: true,
  body: z.object({
    userId: uuid,
    destinationWalletAddress: z.optional(z.string()),
    walletId: z.optional(z.string()),
    ...rampOrder,
  }),
  status: 201,
  response: 'OnRampTransaction',
  errors: [
    'REQUIRED_USER_ID_ERROR',
    'INVALID_USER_INPUT_ERROR',
    'BAD_REQUEST',
    'QUOTE_EXPIRED',
    'INVALID_TOKEN_OPERATION_ERROR',
    'INVALID_FIAT_AMOUNT_ERROR',
    'INVALID_TOKEN_AMOUNT_ERROR',
    'USER_NOT_VERIFIED_ERROR',
    'NOT_FOUND',
    'IDEMPOTENCY_KEY_REUSED',
    'CONFLICT',
  ],
});
