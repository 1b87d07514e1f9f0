import * as z from 'zod/mini';
import { listQuery, uuid } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';
import { declarationStatuses } from '#shared/signatures/domain/declaration';

export const contract = defineContract({
  id: 'listSignatures',
  params: z.object({ userId: uuid }),
  query: listQuery({ status: z.optional(z.enum(declarationStatuses)) }),
  status: 200,
  response: 'SignaturePage',
  errors: ['INVALID_USER_INPUT_ERROR', 'UNPROCESSABLE_ENTITY'],
});
