import { personPath } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'withdrawSignature',
  params: personPath,
  response: 'SignatureEntry',
  errors: ['INVALID_USER_INPUT_ERROR', 'NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
});
