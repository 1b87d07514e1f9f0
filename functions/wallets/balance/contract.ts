import * as z from 'zod/mini';
import { userPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { blockchains, tokenSymbols } from '#shared/values/money/currency';

export const contract = defineContract({
  id: 'getWalletBalances',
  params: userPath,
  query: z.object({ blockchain: z.optional(z.enum(blockchains)), token: z.optional(z.enum(tokenSymbols)) }),
  response: 'WalletBalances',
});
