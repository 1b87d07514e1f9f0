import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'rotateWebhookSecret',
  status: 201,
  response: 'RotatedSecret',
  errors: ['CONFLICT'],
});
