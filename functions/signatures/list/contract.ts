import * as z from 'zod/mini';
import { listQuery, uuid } from '#shared/api/fields';
import { cedulaStatuses } from '#shared/domain/owners/cedula';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'listSignatures',
  params: z.object({ userId: uuid }),
  query: listQuery({ status: z.optional(z.enum(cedulaStatuses)) }),
  status: 200,
  response: 'SignaturePage',
  errors: ['INVALID_USER_INPUT_ERROR', 'UNPROCESSABLE_ENTITY'],
});
