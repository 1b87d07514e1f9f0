import * as z from 'zod/mini';
import { alpha2, anyId, fiatCurrency, optionalText, premiumSpread, uuid } from '#shared/api/fields';
import { amount } from '#shared/api/number-fields';
import { inlineBankDetails } from '#shared/bank-accounts/fields';
import { defineContract } from '#shared/contract/define-contract';
import { creationErrors, payoutErrors, transactionCreation } from '#shared/contract/transaction-creation';
import { complianceRequest } from '#shared/corridors/compliance-request';
import { targetRails } from '#shared/corridors/domain/payout-zones';
import { invoiceFile } from '#shared/corridors/fields';
import { annotations } from '#shared/transactions/annotation-fields';

const optional = z.optional(anyId);

export const contract = defineContract({
  id: 'createCrossRamp',
  ...transactionCreation,
  carriesFile: true,
  body: z.object({
    userId: uuid,
    sourceCurrency: z.optional(fiatCurrency),
    targetCurrency: z.optional(fiatCurrency),
    sourceAmount: z.optional(amount),
    targetAmount: z.optional(amount),
    quoteId: optional,
    premiumSpread,
    targetBankAccount: z.optional(inlineBankDetails),
    targetBankAccountId: optional,
    receiverId: z.optional(anyId),
    targetCountry: z.optional(alpha2),
    targetRail: z.optional(z.enum(targetRails)),
    invoiceFile,
    reference: optionalText(140),
    ...annotations,
    ...complianceRequest,
  }),
  response: 'CrossRampTransaction',
  errors: [...creationErrors, 'INVALID_FIAT_AMOUNT_ERROR', ...payoutErrors, 'SIGNATURE_REQUIREMENT_NOT_MET'],
});
