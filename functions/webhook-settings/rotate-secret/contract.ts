import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'rotateWebhookSecret',
  idempotent: true,
  status: 201,
  response: 'RotatedSecret',
  errors: ['CONFLICT'],
});
