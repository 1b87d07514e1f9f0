import { idPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'getTransaction',
  params: idPath,
  response: 'TransactionItem',
  errors: ['TRANSACTION_NOT_FOUND'],
});
