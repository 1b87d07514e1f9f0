import * as z from 'zod/mini';
import { anyId, uuid } from '#shared/api/fields';
import { bankDetailFields } from '#shared/bank-accounts/fields';
import { defineContract } from '#shared/contract/define-contract';
import { creationErrors, payoutErrors, rampErrors, transactionCreation } from '#shared/contract/transaction-creation';
import { complianceRequest } from '#shared/corridors/compliance-request';
import { targetCountries } from '#shared/corridors/domain/payout-zones';
import { invoiceFile } from '#shared/corridors/fields';
import { rampOrder } from '#shared/quotes/order-fields';
import { annotations } from '#shared/transactions/annotation-fields';
import { depositTravelRule } from '#shared/transactions/travel-rule/ivms101';

const optional = z.optional(anyId);

export const contract = defineContract({
  id: 'createOffRamp',
  ...transactionCreation,
  carriesFile: true,
  body: z.object({
    userId: uuid,
    userBankInformation: z.optional(z.object({ country: z.optional(z.enum(targetCountries)), ...bankDetailFields })),
    userBankInformationId: optional,
    receiverId: z.optional(anyId),
    invoiceFile,
    ...rampOrder,
    ...annotations,
    ...complianceRequest,
    travelRule: z.optional(depositTravelRule),
  }),
  response: 'OffRampTransaction',
  errors: [...creationErrors, ...rampErrors, ...payoutErrors],
});
