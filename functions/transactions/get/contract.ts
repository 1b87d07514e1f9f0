import * as z from 'zod/mini';
import { anyId } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getTransaction',
  params: z.object({ id: anyId }),
  status: 200,
  response: 'TransactionItem',
  errors: ['TRANSACTION_NOT_FOUND'],
});
