import * as z from 'zod/mini';
import { anyId, noQuery } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'listTransactionLedger',
  params: z.object({ id: anyId }),
  query: noQuery,
  status: 200,
  response: 'Ledger',
  errors: ['INVALID_USER_INPUT_ERROR', 'TRANSACTION_NOT_FOUND'],
});
