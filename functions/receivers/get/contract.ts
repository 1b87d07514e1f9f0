import * as z from 'zod/mini';
import { anyId } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getReceiver',
  params: z.object({ receiverId: anyId }),
  status: 200,
  response: 'Receiver',
  errors: ['RECEIVER_NOT_FOUND'],
});
