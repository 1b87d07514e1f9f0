import * as z from 'zod/mini';
import { anyId, uuid } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'signDeclaration',
  params: z.object({ userId: uuid, personId: anyId }),
  idempotent: true,
  status: 200,
  response: 'SignatureEntry',
  errors: ['INVALID_USER_INPUT_ERROR', 'NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
});
