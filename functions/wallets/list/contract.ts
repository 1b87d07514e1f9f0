import * as z from 'zod/mini';
import { listQuery, uuid } from '#shared/api/fields';
import { vmTypes } from '#shared/domain/ramp/address';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'listWallets',
  params: z.object({ userId: uuid }),
  query: listQuery({ vmType: z.optional(z.enum(vmTypes)) }),
  status: 200,
  response: 'WalletPage',
  errors: ['INVALID_USER_INPUT_ERROR'],
});
