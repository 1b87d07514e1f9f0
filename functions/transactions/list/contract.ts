import * as z from 'zod/mini';
import { anyId, fiatCurrency, instant, listQuery, uuid } from '#shared/api/fields';
import { allStatuses, transactionKinds } from '#shared/domain/transactions/transition-table';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'listTransactions',
  query: listQuery({
    id: z.optional(anyId),
    status: z.optional(z.enum(allStatuses)),
    type: z.optional(z.enum(transactionKinds)),
    fiatCurrency: z.optional(fiatCurrency),
    userId: z.optional(uuid),
    createdFrom: z.optional(instant),
    createdTo: z.optional(instant),
  }),
  status: 200,
  response: 'TransactionPage',
  errors: ['INVALID_USER_INPUT_ERROR'],
});
