import * as z from 'zod/mini';
import { optionalText, text, userPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { vmTypes } from '#shared/values/chains/address';

export const contract = defineContract({
  id: 'createWallet',
  params: userPath,
  body: z.object({ vmType: z.enum(vmTypes), walletAddress: text, alias: optionalText(100) }),
  idempotent: true,
  status: 201,
  response: 'Wallet',
  errors: ['UserOnRampWalletDuplicateError', 'CONFLICT'],
});
