import * as z from 'zod/mini';
import { anyId } from '#shared/api/fields';
import { defineContract } from '#shared/http/contract';

export const contract = defineContract({
  id: 'cancelTransaction',
  params: z.object({ id: anyId }),
  status: 200,
  response: 'CancelledTransaction',
  errors: ['BAD_REQUEST', 'PARTNER_NOT_OWNER_OF_TRANSACTION_ERROR', 'TRANSACTION_NOT_FOUND'],
});
