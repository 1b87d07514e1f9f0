import { userPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'getKyb',
  params: userPath,
  response: 'Kyb',
  errors: ['INVALID_VERIFICATION_TYPE_FOR_USER'],
});
