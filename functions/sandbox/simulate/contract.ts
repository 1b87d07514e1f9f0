import * as z from 'zod/mini';
import { anyId } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';
import { simulatedEvents } from '#shared/transactions/domain/sandbox/simulated-events';

export const contract = defineContract({
  id: 'simulateTransaction',
  params: z.object({ id: anyId }),
  body: z.object({ event: z.enum(simulatedEvents) }),
  idempotent: true,
  status: 200,
  response: 'TransactionItem',
  errors: ['INVALID_USER_INPUT_ERROR', 'BAD_REQUEST', 'TRANSACTION_NOT_FOUND'],
});
