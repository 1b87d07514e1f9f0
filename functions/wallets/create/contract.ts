import * as z from 'zod/mini';
import { text, uuid } from '#shared/api/fields';
import { vmTypes } from '#shared/domain/ramp/address';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'createWallet',
  params: z.object({ userId: uuid }),
  body: z.object({
    vmType: z.enum(vmTypes),
    walletAddress: text,
    alias: z.optional(z.string().check(z.maxLength(100))),
  }),
  status: 201,
  response: 'Wallet',
  errors: ['INVALID_USER_INPUT_ERROR', 'UserOnRampWalletDuplicateError', 'CONFLICT'],
});
