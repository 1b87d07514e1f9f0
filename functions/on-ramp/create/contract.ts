import * as z from 'zod/mini';
import { anyId, uuid } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { creationErrors, rampErrors, transactionCreation } from '#shared/contract/transaction-creation';
import { complianceRequest } from '#shared/corridors/compliance-request';
import { rampOrder } from '#shared/quotes/order-fields';
import { annotations } from '#shared/transactions/annotation-fields';
import { payoutTravelRule } from '#shared/transactions/travel-rule/ivms101';

export const contract = defineContract({
  id: 'createOnRamp',
  ...transactionCreation,
  body: z.object({
    userId: uuid,
    destinationWalletAddress: z.optional(z.string()),
    walletId: z.optional(anyId),
    ...rampOrder,
    ...annotations,
    ...complianceRequest,
    travelRule: z.optional(payoutTravelRule),
  }),
  response: 'OnRampTransaction',
  errors: [...creationErrors, ...rampErrors, 'NOT_FOUND'],
});
