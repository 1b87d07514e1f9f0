import { userPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'expireVerificationLink',
  stages: 'sandbox',
  params: userPath,
  response: 'EndedVerificationLink',
  errors: ['CONFLICT'],
});
