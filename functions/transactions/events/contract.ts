import * as z from 'zod/mini';
import { anyId } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'listTransactionEvents',
  params: z.object({ id: anyId }),
  status: 200,
  response: 'Timeline',
  errors: ['TRANSACTION_NOT_FOUND'],
});
