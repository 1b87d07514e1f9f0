import { userPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'getUser',
  params: userPath,
  response: 'User',
});
