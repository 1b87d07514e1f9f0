import * as z from 'zod/mini';
import { anyId } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'deleteReceiverBankAccount',
  params: z.object({ receiverId: anyId, id: anyId }),
  response: 'Deleted',
  errors: ['USER_BANK_INFO_ACCESS_DENIED', 'USER_BANK_INFO_NOT_FOUND', 'RECEIVER_NOT_FOUND', 'CONFLICT'],
});
