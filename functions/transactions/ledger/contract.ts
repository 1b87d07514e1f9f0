import { idPath, noQuery } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'listTransactionLedger',
  params: idPath,
  query: noQuery,
  response: 'Ledger',
  errors: ['TRANSACTION_NOT_FOUND'],
});
