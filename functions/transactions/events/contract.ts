import { idPath, noQuery } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'listTransactionEvents',
  params: idPath,
  query: noQuery,
  response: 'Timeline',
  errors: ['TRANSACTION_NOT_FOUND'],
});
