import * as z from 'zod/mini';
import { anyId, rampOrder, uuid } from '#shared/api/fields';
import { creationErrors, rampErrors, transactionCreation } from '#shared/api/transaction-creation';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'createOnRamp',
  ...transactionCreation,
  body: z.object({
    userId: uuid,
    destinationWalletAddress: z.optional(z.string()),
    walletId: z.optional(anyId),
    ...rampOrder,
  }),
  response: 'OnRampTransaction',
  errors: [...creationErrors, ...rampErrors, 'NOT_FOUND'],
});
