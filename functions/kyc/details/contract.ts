import * as z from 'zod/mini';
import { uuid } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';

export const contract = defineContract({
  id: 'getKycDetails',
  query: z.object({ userId: uuid }),
  response: 'Kyc',
});
