import * as z from 'zod/mini';
import { anyId } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'listTransactionLedger',
  params: z.object({ id: anyId }),
  status: 200,
  response: 'Ledger',
  errors: ['TRANSACTION_NOT_FOUND'],
});
