import * as z from 'zod/mini';
import { anyId, uuid } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'deleteWallet',
  params: z.object({ userId: uuid, walletId: anyId }),
  response: 'Deleted',
  errors: ['NOT_FOUND', 'CONFLICT'],
});
