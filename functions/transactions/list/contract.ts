import * as z from 'zod/mini';
import { fiatCurrency, instant, listQuery, uuid } from '#shared/api/fields';
import { listedAmountText } from '#shared/api/number-fields';
import { defineContract } from '#shared/contract/define-contract';
import { externalIdText } from '#shared/transactions/annotation-fields';
import { transactionStatuses } from '#shared/transactions/domain/status-facts';
import { transactionKinds } from '#shared/values/transaction-kinds';

export const contract = defineContract({
  id: 'listTransactions',
  query: listQuery({
    id: z.optional(uuid),
    status: z.optional(z.enum(transactionStatuses)),
    type: z.optional(z.enum(transactionKinds)),
    fiatCurrency: z.optional(fiatCurrency),
    userId: z.optional(uuid),
    externalId: z.optional(externalIdText),
    amount: z.optional(listedAmountText),
    createdFrom: z.optional(instant),
    createdTo: z.optional(instant),
  }),
  response: 'TransactionPage',
});
