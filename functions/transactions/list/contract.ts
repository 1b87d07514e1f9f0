import * as z from 'zod/mini';
import { fiatCurrency, instant, listQuery, uuid } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
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
    createdFrom: z.optional(instant),
    createdTo: z.optional(instant),
  }),
  response: 'TransactionPage',
});
