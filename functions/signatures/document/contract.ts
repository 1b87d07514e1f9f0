import { personPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'getSignatureDocument',
  params: personPath,
  file: 'application/pdf',
  response: 'SignatureDocument',
  errors: ['NOT_FOUND', 'UNPROCESSABLE_ENTITY'],
});
