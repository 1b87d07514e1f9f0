import * as z from 'zod/mini';
import { listQuery, userPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { declarationStatuses } from '#shared/signatures/domain/declaration';

export const contract = defineContract({
  id: 'listSignatures',
  params: userPath,
  query: listQuery({ status: z.optional(z.enum(declarationStatuses)) }),
  response: 'SignaturePage',
  errors: ['UNPROCESSABLE_ENTITY'],
});
