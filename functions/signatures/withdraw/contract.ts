import { personPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'withdrawSignature',
  params: personPath,
  response: 'SignatureEntry',
  errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
});
