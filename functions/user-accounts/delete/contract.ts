import * as z from 'zod/mini';
import { anyId, uuid } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'deleteUserBankAccount',
  params: z.object({ userId: uuid, id: anyId }),
  response: 'Deleted',
  errors: ['BAD_REQUEST', 'USER_BANK_INFO_ACCESS_DENIED', 'USER_BANK_INFO_NOT_FOUND', 'CONFLICT'],
});
