import { idPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'cancelTransaction',
  params: idPath,
  response: 'CancelledTransaction',
  errors: ['BAD_REQUEST', 'PARTNER_NOT_OWNER_OF_TRANSACTION_ERROR', 'TRANSACTION_NOT_FOUND'],
});
