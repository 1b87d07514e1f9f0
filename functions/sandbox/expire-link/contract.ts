import { userPath } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'expireVerificationLink',
  stages: 'sandbox',
  params: userPath,
  response: 'EndedVerificationLink',
  errors: ['CONFLICT'],
});
