import * as z from 'zod/mini';
import { anyId, uuid } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'getSignatureDocument',
  params: z.object({ userId: uuid, personId: anyId }),
  file: 'application/pdf',
  status: 200,
  response: 'SignatureDocument',
  errors: ['INVALID_USER_INPUT_ERROR', 'NOT_FOUND', 'UNPROCESSABLE_ENTITY'],
});
