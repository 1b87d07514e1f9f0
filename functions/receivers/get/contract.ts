import { receiverPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'getReceiver',
  params: receiverPath,
  response: 'Receiver',
  errors: ['RECEIVER_NOT_FOUND'],
});
