import * as z from 'zod/mini';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'updateWebhookSettings',
  body: z.object({ url: z.nullable(z.string()) }),
  status: 200,
  response: 'WebhookSettings',
  errors: ['INVALID_USER_INPUT_ERROR', 'CONFLICT'],
});
