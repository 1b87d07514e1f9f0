import * as z from 'zod/mini';
import { listQuery, uuid } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';
import { vmTypes } from '#shared/values/chains/address';

export const contract = defineContract({
  id: 'listWallets',
  params: z.object({ userId: uuid }),
  query: listQuery({ vmType: z.optional(z.enum(vmTypes)) }),
  status: 200,
  response: 'WalletPage',
  errors: ['INVALID_USER_INPUT_ERROR'],
});
