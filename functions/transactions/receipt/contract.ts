import * as z from 'zod/mini';
import { idPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { languages } from '#shared/values/languages';

export const contract = defineContract({
  id: 'getReceipt',
  params: idPath,
  query: z.object({ language: z.optional(z.enum(languages)) }),
  alsoFile: 'application/pdf',
  response: 'Receipt',
  errors: ['TRANSACTION_NOT_FOUND', 'CONFLICT', 'NOT_FOUND'],
});
