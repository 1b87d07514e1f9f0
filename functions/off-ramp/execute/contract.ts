import * as z from 'zod/mini';
import { anyId, text } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'executeOffRamp',
  body: z.object({ transactionId: anyId.check(z.minLength(1)), transactionHash: z.optional(text) }),
  idempotent: true,
  response: 'ExecutedOffRamp',
  errors: ['BAD_REQUEST', 'TRANSACTION_ACCESS_DENIED', 'TRANSACTION_NOT_FOUND'],
});
