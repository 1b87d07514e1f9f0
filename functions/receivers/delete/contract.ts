import { receiverPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'deleteReceiver',
  params: receiverPath,
  response: 'Deleted',
  errors: ['RECEIVER_NOT_FOUND', 'CONFLICT'],
});
