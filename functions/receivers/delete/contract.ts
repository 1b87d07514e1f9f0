import * as z from 'zod/mini';
import { anyId } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'deleteReceiver',
  params: z.object({ receiverId: anyId }),
  status: 200,
  response: 'Deleted',
  errors: ['RECEIVER_NOT_FOUND', 'CONFLICT'],
});
