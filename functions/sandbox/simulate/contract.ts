import * as z from 'zod/mini';
import { idPath } from '#shared/api/fields';
import { amount } from '#shared/api/number-fields';
import { defineContract } from '#shared/contract/define-contract';
import { simulatedEvents } from '#shared/transactions/domain/sandbox/simulator';

export const contract = defineContract({
  id: 'simulateTransaction',
  stages: 'sandbox',
  params: idPath,
  body: z.object({ event: z.enum(simulatedEvents), amount: z.optional(amount) }),
  idempotent: true,
  response: 'TransactionItem',
  errors: ['BAD_REQUEST', 'TRANSACTION_NOT_FOUND'],
});
