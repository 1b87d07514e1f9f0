import { idPath } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'rotateWebhookEndpointSecret',
  params: idPath,
  idempotent: true,
  status: 201,
  response: 'RotatedSecret',
  errors: ['NOT_FOUND', 'CONFLICT'],
});
