import * as z from 'zod/mini';
import { uuid } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';
import { blockchains } from '#shared/values/chains/blockchain';
import { tokenSymbols } from '#shared/values/money/currency';

export const contract = defineContract({
  id: 'getWalletBalances',
  params: z.object({ userId: uuid }),
  query: z.object({
    blockchain: z.optional(z.enum(blockchains)),
    token: z.optional(z.enum(tokenSymbols)),
  }),
  status: 200,
  response: 'WalletBalances',
  errors: ['INVALID_USER_INPUT_ERROR'],
});
