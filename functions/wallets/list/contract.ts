import * as z from 'zod/mini';
import { listQuery, userPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { vmTypes } from '#shared/values/chains/address';

export const contract = defineContract({
  id: 'listWallets',
  params: userPath,
  query: listQuery({ vmType: z.optional(z.enum(vmTypes)) }),
  response: 'WalletPage',
});
