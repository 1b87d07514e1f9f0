import { personPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'deleteAssociatedPerson',
  params: personPath,
  response: 'Deleted',
  errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_ENTITY'],
});
