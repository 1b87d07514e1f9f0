import * as z from 'zod/mini';
import { idPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { externalIdText, metadataChanges } from '#shared/transactions/annotation-fields';

export const contract = defineContract({
  id: 'updateTransaction',
  params: idPath,
  body: z.object({
    externalId: z.optional(z.nullable(externalIdText)),
    metadata: z.optional(z.nullable(metadataChanges)),
  }),
  bodyOptional: true,
  response: 'TransactionItem',
  errors: ['TRANSACTION_NOT_FOUND'],
});
