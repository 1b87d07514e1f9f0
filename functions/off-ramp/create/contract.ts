import * as z from 'zod/mini';
import { anyId, rampOrder, uuid } from '#shared/api/fields';
import { creationErrors, payoutErrors, rampErrors, transactionCreation } from '#shared/api/transaction-creation';
import { bankDetailFields } from '#shared/bank-accounts/fields';
import { complianceRequest } from '#shared/corridors/compliance-request';
import { targetCountries } from '#shared/corridors/domain/regions';
import { invoiceFile } from '#shared/corridors/fields';
import { defineContract } from '#shared/http/contract';
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
